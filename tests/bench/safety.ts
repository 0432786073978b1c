/**
 * Whether the queue pays twice or loses something on a service that fails in every way, while its process is killed
 * at random moments. Arguments: `--faults` (default 10,000), `--kills` (default 1,000), `--seed`, `--minutes` (default
 * 40; nothing is added later) and, to show that the bench can fail, `--break write-ahead` (commits reach the disk
 * after the request) or `--break resume` (a restart takes what was being sent for unsent). With `--disk`
 * it is the disk that fails besides, by the third party libfiu, or is slow: `--faults` that are met at least (default
 * 1,000; 0: no disk fails), `--lives` until a kill or quit (default 120), `--slow-lives` (default 4; 0: none is slow).
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { builtEntry } from '../support/builtEntry'
import { buildCoreProgram, type Replacement } from '../support/coreProgram'
import { benchDisk } from './support/disk/diskBench'
import { createReport } from './support/figure'
import type { Findings } from './support/safety/audit'
import { runSafety } from './support/safety/safetyRun'

/** Profiles at once, each with its own service: while one waits, another works. */
const profiles = 3

const replacements: Readonly<Record<'write-ahead' | 'resume', Replacement>> = {
  'write-ahead': {
    module: 'electron/core/db/opening/openDatabase',
    by: 'tests/bench/support/safety/lateDatabase',
  },
  resume: {
    module: 'electron/core/queue/engine/sending/recovery',
    by: 'tests/bench/support/safety/requeuingRecovery',
  },
}

const { values } = parseArgs({
  options: {
    disk: { type: 'boolean', default: false },
    lives: { type: 'string', default: '120' },
    'slow-lives': { type: 'string', default: '4' },
    faults: { type: 'string' },
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '20260301' },
    minutes: { type: 'string', default: '40' },
    break: { type: 'string' },
  },
})
const count = z.coerce.number().int().min(0)
const wanted = z
  .object({
    disk: z.boolean(),
    lives: count,
    slowLives: count,
    faults: count.default(values.disk ? 1000 : 10_000),
    kills: count,
    seed: count,
    minutes: count,
    break: z.enum(['write-ahead', 'resume']).optional(),
  })
  .parse({ ...values, slowLives: values['slow-lives'] })

const report = createReport()
const tell = (name: string, value: number, unit: string) => report.add({ name, value, unit, target: null })
const none = (name: string, value: number, unit: string) => report.add({ name, value, unit, target: 0 })

const given = wanted.break === undefined ? [] : [replacements[wanted.break]]
if (wanted.disk) {
  tell('disk: seed', wanted.seed, 'seed')
  await benchDisk(wanted, given, report)
  process.exit(report.exitCode())
}

const scratch = await mkdtemp(join(tmpdir(), 'cyanotype-safety-'))
const program = await buildCoreProgram('tests/bench/support/safety/coreProcess.ts', given)
try {
  tell('safety: seed', wanted.seed, 'seed')
  const imaging = await builtEntry('imaging')
  const started = performance.now()
  const found = await Promise.all(
    Array.from({ length: profiles }, async (_, at) => {
      const folder = join(scratch, String(at))
      await mkdir(folder)
      return runSafety({
        folder,
        program,
        imaging,
        seed: wanted.seed + at * 1_000_003,
        faults: Math.ceil(wanted.faults / profiles),
        kills: Math.ceil(wanted.kills / profiles),
        boundMs: wanted.minutes * 60_000,
      })
    }),
  )
  tell('safety: time', (performance.now() - started) / 60_000, 'min')
  print(found)
  for (const remark of found.flatMap(({ remarks }) => remarks).slice(0, 20)) console.error(remark)
} finally {
  await program.remove()
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(report.exitCode())

function print(found: readonly Findings[]): void {
  const sum = (of: (one: Findings) => number) => found.reduce((total, one) => total + of(one), 0)
  const faults = new Map<string, number>()
  for (const [name, times] of found.flatMap((one) => [...one.faults]))
    faults.set(name, (faults.get(name) ?? 0) + times)
  for (const [name, times] of [...faults].sort()) tell(`safety: faults: ${name}`, times, 'faults')
  const injected = [...faults.values()].reduce((total, times) => total + times, 0)
  tell(
    'safety: faults: connection refused',
    sum((one) => one.refusedConnections),
    'faults',
  )
  tell('safety: faults injected', injected, 'faults')
  none('safety: faults not injected for want of time', Math.max(0, wanted.faults - injected), 'faults')
  tell(
    'safety: kill -9',
    sum((one) => one.kills),
    'kills',
  )
  none(
    'safety: kill -9 not done for want of time',
    Math.max(0, wanted.kills - sum((one) => one.kills)),
    'kills',
  )
  tell(
    'safety: jobs',
    sum((one) => one.jobs),
    'jobs',
  )
  for (const state of ['done', 'failed'] as const)
    tell(
      `safety: jobs ${state}`,
      sum((one) => one.states.get(state) ?? 0),
      'jobs',
    )
  none(
    'safety: jobs lost or without an end',
    sum((one) => one.lost),
    'jobs',
  )
  none(
    'safety: requests sent again that may have been taken',
    sum((one) => one.repeated),
    'requests',
  )
  none(
    'safety: jobs refused before writing, by 429 or by 401 and not done',
    sum((one) => one.stopped),
    'jobs',
  )
  report.add({
    name: 'safety: jobs uncertain',
    value: sum((one) => one.uncertain),
    unit: 'jobs',
    target: sum((one) => one.uncertainAtMost),
  })
  none(
    'safety: jobs uncertain or failed without a cause',
    sum((one) => one.unexplained),
    'jobs',
  )
  none(
    'safety: accepted tasks without their image',
    sum((one) => one.missing),
    'tasks',
  )
  none(
    'safety: image files too many',
    sum((one) => one.stray),
    'files',
  )
}
