import { expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { waitMs } from '../../../scripts/testRun/patience'
import { fuzz } from '../../support/fuzz/fuzzRun'
import { type ReaderName, startReader } from '../../support/fuzz/readers'
import { temporaryFolder } from '../../support/temporaryFolder'

/**
 * Can be overridden; each fault names the index of its input, which reproduces the same bytes with the seed.
 */
const seed = Number(process.env.CYANOTYPE_FUZZ_SEED ?? 20_260_301)
const memoryMegabytes = 512

test.each<[ReaderName, string, number]>([
  ['answers', 'answers of a service', cases(500, 10000)],
  ['compressed', 'answers that come compressed', cases(200, 4000)],
  ['http', 'heads and bodies of HTTP', cases(150, 3000)],
  ['partials', 'beginnings of downloads', cases(120)],
  ['records', 'records in the library', cases(120)],
  ['tables', 'tables', cases(40, 800)],
  ['pictures', 'pictures', cases(50, 1000)],
])('%s: hostile %s are accepted or refused, and nothing else happens', async (name, _, count) => {
  const reader = await startReader(name, temporaryFolder())
  const run = await fuzz({ ...reader, limitMs: waitMs }, { seed, count })
  expect(run.faults, `seed ${seed}`).toEqual([])
  expect(run.done, `seed ${seed}`).toBe(count)
  // Some of each: if all were refused at their first bytes, the run would prove nothing.
  expect(Math.min(run.taken, run.refused)).toBeGreaterThan(count / 200)
  expect(reader.watch?.().peakMegabytes ?? 0).toBeLessThan(memoryMegabytes)
})
