/**
 * Nothing blocks at 100,000 rows: everything the window can press is pressed in a full queue and library, while 8 tasks
 * run. Measures how long the main process stands still, how that grows with the number of rows, and the same while 1,000
 * jobs run at 64 slots.
 *
 * `--rows 10000`: at most so many; `--only slots|rows|extremes|presses`: a part.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { longTaskMs, type Task } from '../../electron/core/taskWatch'
import { createReport } from './support/figure'
import { longestByName, stopLines, taskLines } from './support/scale/longTasks'
import { costsOf, type Measured, type Visit } from './support/scale/measuring'
import { seenPresses } from './support/scale/presses'
import { costOfSlots } from './support/scale/slots'
import { extremeVisits, usualVisit } from './support/scale/visits'

const { rows: text, only } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, only: { type: 'string' } },
}).values
const rows = Number(text)
const sizes = [1000, 10_000, 100_000].filter((size) => size < rows)
/** Milliseconds after a press within which the window shows that something happens. */
const shownMs = 200
const isWanted = (part: string) => only === undefined || only === part

const scratch = await mkdtemp(join(tmpdir(), 'cyanotype-bench-'))
const report = createReport()
const all: Task[] = []
/** By what was pressed: what it cost at each size. */
const growth = new Map<string, Measured[]>()

/** One line of the report; what was over the bound is told with its reasons. */
function tell({ name, cost, longestMs }: Measured, target: number | null): void {
  report.add({ name: `scale: ${name}`, value: longestMs, unit: 'ms', target })
  const refused = cost.refused.length > 0 ? `, refused: ${[...new Set(cost.refused)]}` : ''
  if (longestMs > longTaskMs || refused !== '')
    console.error(
      `  ${name}: ${Math.round(longestMs)} ms at once, ${Math.round(cost.ms)} ms in all${refused}`,
    )
  if (longestMs > longTaskMs)
    for (const line of [...stopLines(cost.stops), ...taskLines(cost.tasks)]) console.error(`      ${line}`)
  if (target !== null) all.push(...cost.tasks)
}

async function measure(visit: Visit, target: number | null): Promise<readonly Measured[]> {
  const folder = join(scratch, visit.title.replaceAll(' ', '-'))
  const found: Measured[] = []
  for await (const measured of costsOf(folder, visit)) {
    found.push(measured)
    tell(measured, target)
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return found
}

function grow(title: string, found: readonly Measured[]): void {
  for (const measured of found) {
    const name = measured.name.slice(title.length + 2)
    growth.set(name, [...(growth.get(name) ?? []), measured])
  }
}

async function tellSlots(): Promise<void> {
  const name = '1,000 jobs at 64 slots'
  const cost = await costOfSlots(join(scratch, 'slots'))
  tell({ name, cost, longestMs: cost.longestMs }, longTaskMs)
  const value = cost.longestRanMs
  report.add({ name: `scale: ${name}, as far as it ran itself`, value, unit: 'ms', target: longTaskMs })
}

try {
  if (isWanted('slots')) await tellSlots()
  if (isWanted('rows'))
    for (const size of [...sizes, rows]) {
      const visit = usualVisit(size, size === rows)
      grow(visit.title, await measure(visit, size === rows ? longTaskMs : null))
    }
  if (isWanted('extremes')) for (const visit of extremeVisits(rows)) await measure(visit, longTaskMs)
  if (isWanted('presses'))
    for await (const { name, seenMs } of seenPresses(join(scratch, 'presses'), rows))
      report.add({ name: `scale: shown after ${name}`, value: seenMs, unit: 'ms', target: shownMs })
  for (const { longest } of longestByName(all).filter(({ longest: { name } }) => !name.startsWith('route ')))
    report.add({ name: `scale: ${longest.name}`, value: longest.ms, unit: 'ms', target: longTaskMs })
  console.error('\nThe longest tasks, whatever was pressed:')
  for (const line of taskLines(all)) console.error(`  ${line}`)
  console.error(`\nIn all, and the longest task, in ms, at ${[...sizes, rows].join(', ')} rows:`)
  for (const [name, of] of growth)
    console.error(
      `  ${name.padEnd(50)}`,
      ...of.map(({ cost, longestMs }) => `${Math.round(cost.ms)}/${Math.round(longestMs)}`.padStart(14)),
    )
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
