/**
 * Opens a table of 100,000 rows in the app as a user does. Measures how long it takes until the table is read,
 * checked and shown, beside its parser alone in the same run. Also measures how long the main process is blocked, and
 * how much memory all processes take above their idle level.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchApp, namedElectron, startApp } from './support/benchApp'
import { createReport, median } from './support/figure'
import { type Opening, openTable } from './support/import/opening'
import { parserAlone } from './support/import/parserAlone'
import { writeTable } from './support/import/tableFile'
import { appMemory } from './support/processMemory'

const rows = 100_000
const rounds = 7
const memoryRounds = 3
const sampleMs = 50

const scratch = await mkdtemp(join(tmpdir(), 'cyanotype-bench-'))
const path = join(scratch, 'table.csv')
const report = createReport()

async function startWithDemo(): Promise<BenchApp> {
  const usable = { role: 'button', name: 'Try the demo service' } as const
  const app = await startApp(namedElectron(), process.cwd(), { profile: join(scratch, 'profile'), usable })
  await app.page.getByRole('button', { name: usable.name }).click()
  await app.page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  return app
}

/** Measured separately, because measuring takes time. Returns MiB above the earlier measurement. */
async function peakMemory(app: BenchApp): Promise<number> {
  const idle = await appMemory(app.electron)
  let peak = idle
  let isOpen = true
  const opened = openTable(app, { path, rows }).finally(() => {
    isOpen = false
  })
  while (isOpen) {
    peak = Math.max(peak, await appMemory(app.electron))
    await pause(sampleMs)
  }
  await opened
  return peak - idle
}

try {
  await writeTable(path, rows)
  const { size } = await stat(path)
  report.add({ name: 'import: size of the file', value: size / 1024 / 1024, unit: 'MiB', target: null })
  const app = await startWithDemo()
  // Memory is first measured before anything was opened.
  const peaks: number[] = []
  for (let round = 0; round < memoryRounds; round++) peaks.push(await peakMemory(app))
  const alone: number[] = []
  const openings: Opening[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await parserAlone(path))
    openings.push(await openTable(app, { path, rows }))
  }
  await app.electron.close()

  const times = openings.map(({ ms }) => ms)
  report.add({
    name: 'import: parser alone, in the same runtime',
    value: median(alone),
    unit: 'ms',
    target: null,
  })
  report.add({ name: 'import: read, checked and shown', value: median(times), unit: 'ms', target: null })
  report.add({
    name: 'import: read, checked and shown / parser alone',
    value: median(times.map((ms, round) => ms / (alone[round] ?? Number.NaN))),
    unit: 'ratio',
    target: 3,
  })
  report.add({
    name: 'import: longest block of the main process, in any round',
    value: Math.max(...openings.map(({ longestBlockMs }) => longestBlockMs)),
    unit: 'ms',
    target: 50,
  })
  report.add({
    name: 'import: memory over idle, all processes, at its peak in any round',
    value: Math.max(...peaks),
    unit: 'MiB',
    target: 100,
  })
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())
