/**
 * Lives histories of a simulated world, on as many processes as there are cores, and counts those with a fault.
 * Arguments: `--histories` (default 20,000), `--seed` of the first one (default 1), `--minutes` (default 10: no more
 * are begun later). `--whole` tells red histories as they were, which is quicker than shrinking them. `--journal` prints
 * each line of each journal to stderr; nothing is shrunk then.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildWorld, type LivedHistory, liveHistories, tellRed } from '../simulation/simulation'
import { createReport } from './support/figure'

/** What a process lives before another takes its place: what is left of old runs takes memory. */
const portion = 400

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    whole: { type: 'boolean', default: false },
    journal: { type: 'boolean', default: false },
  },
})
const count = z.coerce.number().int().min(0)
const wanted = z.object({ histories: count, seed: count, minutes: count }).parse(values)

const report = createReport()
const tell = (name: string, value: number, unit: string) => report.add({ name, value, unit, target: null })
const program = await buildWorld()
const lived: LivedHistory[] = []
const started = performance.now()
let next = 0

async function work(): Promise<void> {
  while (next < wanted.histories && performance.now() - started < wanted.minutes * 60_000) {
    const from = wanted.seed + next
    const portionNow = Math.min(portion, wanted.histories - next)
    next += portionNow
    const { whole, journal } = values
    lived.push(...(await liveHistories(program, { from, count: portionNow, whole, journal })))
  }
}

try {
  await Promise.all(Array.from({ length: availableParallelism() }, work))
} finally {
  await program.remove()
}

const red = lived.filter(({ faults }) => faults.length > 0)
for (const one of red.slice(0, 5)) console.error(tellRed(one))
if (red.length > 5)
  console.error(
    `Red, too: ${red
      .slice(5)
      .map(({ seed }) => seed)
      .join(', ')}`,
  )
tell('simulate: seed of the first', wanted.seed, 'seed')
tell('simulate: histories', lived.length, 'histories')
tell(
  'simulate: steps',
  lived.reduce((sum, { steps }) => sum + steps, 0),
  'steps',
)
tell('simulate: time', (performance.now() - started) / 60_000, 'min')
report.add({
  name: 'simulate: histories not lived for want of time',
  value: wanted.histories - lived.length,
  unit: 'histories',
  target: 0,
})
report.add({ name: 'simulate: histories with a fault', value: red.length, unit: 'histories', target: 0 })
process.exit(report.exitCode())
