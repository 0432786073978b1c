import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { libraryHarness } from './libraryHarness'

/** Larger than any image of ours. Being sparse, it takes no room on the disk. */
const hugeBytes = 1024 ** 4

test('a file that is larger than any image is neither read nor adopted, and delays no other', async () => {
  const { open, folder, image, pixels } = await libraryHarness()
  const root = join(folder, 'library')
  /** Newer days are scanned first. */
  const orphan = async (day: string) => {
    const made = image()
    const path = join(root, day.slice(0, 4), day, `x-${made.jobId}-1.png`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, pixels)
    return { made, path }
  }
  const huge = await orphan('2026-02-02')
  await truncate(huge.path, hugeBytes)
  const sound = await orphan('2019-01-02')
  const records = join(root, '.cyanotype/records')
  await mkdir(records, { recursive: true })
  for (const { made } of [huge, sound]) {
    const record = { version: 1, file: '2026/2026-02-02/x.png', image: made }
    await writeFile(join(records, `${made.jobId}-1.json`), JSON.stringify(record))
  }

  const { library } = open()
  await library.start()
  const rows = async () => (await library.page({ text: '' }, 0, 10)).rows
  await eventually(async () => (await rows()).length > 0, { what: 'the sound image' })
  expect((await rows()).map(({ jobId }) => jobId)).toEqual([sound.made.jobId])
})
