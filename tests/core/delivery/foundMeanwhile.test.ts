import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

test('an image whose file a look through the library finds during its download is not put there twice', async () => {
  const harness = await setUp(async (...given) => {
    const { folder, image, download, open, jobId, library, db } = harness
    // As an earlier run left it, cut before its row was written.
    const earlier = open().library
    const made = image({ jobId, index: 0 })
    await earlier.place(await download(earlier, made), made)
    await library.start()
    await eventually(() => db.get('SELECT 1 FROM images') !== undefined, { what: 'the adoption' })
    expect(await files(folder)).toHaveLength(1)
    return harness.servePixels(...given)
  })
  const { delivery, saved, setbacks, folder, ports } = harness
  delivery.start()
  await eventually(() => saved.has('0') || setbacks.length > 0, { what: 'an end' })
  expect(setbacks).toEqual([])
  expect(await files(folder)).toHaveLength(1)
  await eventually(async () => (await parts(folder)).length === 0, { what: 'its download to be removed' })
  expect(ports.logger.lines.filter(({ event }) => event === 'delivery.failed')).toEqual([])
})

const files = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'library'), { recursive: true })).filter((name) => name.endsWith('.png'))
const parts = (folder: string): Promise<readonly string[]> =>
  readdir(join(folder, 'library', '.cyanotype', 'incoming'))
