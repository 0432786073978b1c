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
  let last = performance.now()
  let longestPause = 0
  const beat = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - last)
    last = performance.now()
  }, 5)
  await library.start()
  await eventually(
    async () =>
      (await library.outline({ text: 'sound' })) &&
      (await library.page({ text: 'sound' }, 0, 10)).rows.length > 0,
    {
      what: 'the sound image',
      timeoutMs: 50_000,
    },
  )
  clearInterval(beat)
  const rows = (await library.page({ text: '' }, 0, 500)).rows
  const characters = rows.reduce((sum, { prompt }) => sum + prompt.length, 0)
  console.log(JSON.stringify({ rows: rows.length, characters, longestPause: Math.round(longestPause) }))
  expect(characters).toBeLessThan(1_000_000)
})
