/**
 * Nothing blocks at 100,000 rows: presses everything the window can press in a full queue and library, and measures how
 * long the main process stands still. Also how that grows with the number of rows, and 1,000 jobs at 64 slots.
 *
 * Arguments: the numbers of rows, default 1000 10000 100000; only the last one has targets.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Task } from '../../electron/core/taskWatch'
import { createReport } from './support/figure'
import { taskLines } from './support/scale/longTasks'
import { costOfWorld, type Measured } from './support/scale/measuring'

const scratch = await mkdtemp(join(tmpdir(), 'cyanotype-bench-'))
const report = createReport()
const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1000, 10_000, 100_000]
const target = 50

try {
  const tasks: Task[] = []
  const growth = new Map<string, Measured[]>()
  for (const [at, rows] of sizes.entries()) {
    const isLargest = at === sizes.length - 1
    for await (const measured of costOfWorld(join(scratch, String(rows)), rows)) {
      const { name, cost, times } = measured
      const known = growth.get(name) ?? []
      growth.set(name, [...known, measured])
      if (isLargest) report.add({ name: `scale: ${name}`, value: cost.longestMs, unit: 'ms', target })
      else if (times === 1)
        report.add({ name: `scale at ${rows}: ${name}`, value: cost.longestMs, unit: 'ms', target: null })
      const isLong = cost.longestMs > target
      if (isLong || cost.refused.length > 0)
        console.error(
          `  ${rows} ${name}: ${Math.round(cost.longestMs)} ms at once, ${Math.round(cost.ms)} ms in all`,
          cost.refused.length > 0 ? `refused ${[...new Set(cost.refused)]}` : '',
        )
      if (isLong) for (const line of taskLines(cost.tasks)) console.error(`      ${line}`)
      if (isLargest) tasks.push(...cost.tasks)
    }
  }
  console.error('\nlong tasks, whatever was pressed')
  for (const line of taskLines(tasks)) console.error(`  ${line}`)
  console.error(`\nin all, and the longest task, in ms, at ${sizes.join(', ')} rows`)
  for (const [name, of] of growth)
    console.error(
      name.padEnd(50),
      ...of.map(({ cost }) => `${Math.round(cost.ms)}/${Math.round(cost.longestMs)}`.padStart(14)),
    )
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
