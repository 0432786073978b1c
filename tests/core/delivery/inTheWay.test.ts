import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { dayFolder } from '../../../electron/core/library/imageName'
import { beginPartial, endPartial } from '../../../electron/core/service/partialFiles'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

const today = () => dayFolder(Date.now())
const folderAt = async (path: string) => void (await mkdir(join(path, 'in the way'), { recursive: true }))
async function fileAt(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'in the way')
}

test.each([
  ['a folder in the place of its download', (id: string) => `.cyanotype/incoming/${id}-1.part`, folderAt],
  [
    'a folder in the place of the note of that',
    (id: string) => `.cyanotype/incoming/${id}-1.part.json`,
    folderAt,
  ],
  ['a folder in the place of its record', (id: string) => `.cyanotype/records/${id}-1.json`, folderAt],
  ['a file in the place of the year', () => dirname(today()), fileAt],
  ['a file in the place of the day', today, fileAt],
] as const)('an image reaches the library although someone put %s', async (_, where, put) => {
  const { delivery, folder, jobId, saved, setbacks, pixels } = await setUp(async (_url, { toFile }) => {
    const record = { url: 'https://cdn.example/0', validator: null, length: pixels.length }
    await beginPartial(toFile, { ...record, whole: false })
    await writeFile(toFile, pixels)
    await endPartial(toFile, record)
    return { kind: 'fetched', resumed: false }
  })
  await put(join(folder, 'library', where(jobId)))
  delivery.start()
  await eventually(() => saved.has('0') || setbacks.length > 0, { what: 'an end' })
  expect(setbacks).toEqual([])
  expect(saved.has('0')).toBe(true)
})
