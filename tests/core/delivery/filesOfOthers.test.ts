import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { appError } from '@shared/errors'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dayFolder } from '../../../electron/core/library/imageName'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

type Serve = NonNullable<Parameters<typeof setUp>[0]>

/** An item that is awaited, and a picture that someone put where its image is to be; nothing records it. */
async function planted(serve?: Serve) {
  // As often as text is asked for again.
  const harness = await setUp(serve, [{ tries: 4 }])
  const { jobId, folder, library, saved, withJob } = harness
  withJob({ ...harness.image(), jobId, index: 0 })
  const file = `${dayFolder(Date.now())}/a-lighthouse-${jobId}-1.png`
  const path = join(folder, 'library', file)
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, picture)
  await library.start()
  await library.ground.tidied()
  return {
    ...harness,
    ...{ file, path, picture },
    async delivered() {
      harness.delivery.start()
      const id = await eventually(() => saved.get('0'), { what: 'the image' })
      return library.details(id).file
    },
  }
}

test('a file under the name of an image still to come isn’t taken for it, and stays beside it', async () => {
  const { delivered, downloads, folder, path, picture, pixels } = await planted()
  expect(await readFile(join(folder, 'library', await delivered()))).toEqual(pixels)
  expect(await readFile(path)).toEqual(picture)
  expect(downloads).toHaveLength(1)
})

test('nor is one that took the place of an image between its record and its row', async () => {
  const { delivered, library, image, download, jobId, folder, path, picture, pixels } = await planted()
  const made = image({ jobId, index: 0 })
  await rm(path)
  await library.place(await download(library, made), made)
  await writeFile(path, picture)
  expect(await readFile(join(folder, 'library', await delivered()))).toEqual(pixels)
})

const gone: Serve = async () => ({
  kind: 'expired',
  error: appError('imageLost', { detail: { status: 410 } }),
})
const page: Serve = async (_url, { toFile }) => {
  await writeFile(toFile, '{"error":"expired"}')
  return { kind: 'fetched', resumed: false }
}

test.each([
  ['its address is dead', gone],
  ['its address answers with something else', page],
])('once %s, a file without a record is taken by its name: a power cut may have come', async (_, serve) => {
  const { delivered, file, setbacks } = await planted(serve)
  expect(await delivered()).toBe(file)
  expect(setbacks.filter(({ setback }) => setback.kind !== 'later')).toEqual([])
})
