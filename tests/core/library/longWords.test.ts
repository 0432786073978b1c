import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { libraryHarness } from './libraryHarness'

/** Exactly as much as a whole record may have. */
const longest = 15_000_000
const count = 12

test('texts of millions of characters in records take no more memory in a page than short ones', async () => {
  const { open, folder, image, pixels } = await libraryHarness()
  const root = join(folder, 'library')
  const day = join(root, '2019/2019-01-02')
  const records = join(root, '.cyanotype/records')
  for (const path of [day, records]) await mkdir(path, { recursive: true })
  for (let number = 0; number < count; number++) {
    // One has a text that may have been sent.
    const length = number === 0 ? 900_000 : longest
    const made = image({ prompt: 'fern '.repeat(length / 5) })
    const file = `2019/2019-01-02/x-${made.jobId}-1.png`
    await writeFile(join(root, file), pixels)
    await writeFile(join(records, `${made.jobId}-1.json`), JSON.stringify({ version: 1, file, image: made }))
  }
  const sound = image({ prompt: 'sound' })
  const file = `2018/2018-01-02/x-${sound.jobId}-1.png`
  await mkdir(join(root, '2018/2018-01-02'), { recursive: true })
  await writeFile(join(root, file), pixels)
  await writeFile(join(records, `${sound.jobId}-1.json`), JSON.stringify({ version: 1, file, image: sound }))

  const { library } = open()
  await library.start()
  await eventually(
    async () =>
      (await library.outline({ text: 'sound' })) &&
      (await library.page({ text: 'sound' }, 0, 10)).rows.length > 0,
    { what: 'the sound image' },
  )
  const rows = (await library.page({ text: '' }, 0, 500)).rows
  const characters = rows.reduce((sum, { prompt }) => sum + prompt.length, 0)
  expect(characters).toBeLessThan(1_000_000)
})
