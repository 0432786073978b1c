import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtEntry } from '../../../support/builtEntry'
import { buildCoreProgram, type Replacement } from '../../../support/coreProgram'
import type { createReport } from '../figure'
import { reportDisk } from './diskReport'
import { runDisk } from './diskRun'
import { injectionAbsence } from './faultInjection'
import { slowDriveAbsence } from './slowDrive'
import { runSlow } from './slowRun'

/** Profiles at once on a failing disk, each with a service of its own. */
const profiles = [0, 1]

export interface DiskBench {
  /** To be met, at least; 0: no disk fails. */
  readonly faults: number
  /** To be ended, at least, on a failing disk. */
  readonly lives: number
  /** The same on a slow one; 0: no disk is slow. */
  readonly slowLives: number
  readonly seed: number
  /** Nothing is added after so many, on either disk. */
  readonly minutes: number
}

/** Whether anything is paid twice or lost while the disk fails, by libfiu, or is slow. */
export async function benchDisk(
  wanted: DiskBench,
  replacements: readonly Replacement[],
  report: ReturnType<typeof createReport>,
): Promise<void> {
  const absence =
    (wanted.faults > 0 ? injectionAbsence() : null) ?? (wanted.slowLives > 0 ? slowDriveAbsence() : null)
  if (absence !== null) throw new Error(absence)
  const scratch = await mkdtemp(join(tmpdir(), 'cyanotype-disk-'))
  const program = await buildCoreProgram('tests/bench/support/disk/coreProcess.ts', replacements)
  const drive = await buildCoreProgram('tests/bench/support/disk/slowDriveProcess.ts')
  const imaging = await builtEntry('imaging')
  const boundMs = wanted.minutes * 60_000

  async function folder(name: string): Promise<string> {
    const path = join(scratch, name)
    await mkdir(path)
    return path
  }
  async function timed<T>(work: () => Promise<T>): Promise<{ readonly found: T; readonly minutes: number }> {
    const started = performance.now()
    const found = await work()
    return { found, minutes: (performance.now() - started) / 60_000 }
  }
  const failing = async (at: number) =>
    runDisk({
      folder: await folder(`failing-${at}`),
      program,
      imaging,
      seed: wanted.seed + at * 1_000_003,
      faults: Math.ceil(wanted.faults / profiles.length),
      lives: Math.ceil(wanted.lives / profiles.length),
      boundMs,
    })
  const slow = async () =>
    runSlow({
      folder: await folder('slow'),
      program,
      imaging,
      drive,
      seed: wanted.seed,
      lives: wanted.slowLives,
      longestMs: 60_000,
      boundMs,
    })

  try {
    // At once: a slow disk is mostly waited for.
    const [failed, slowed] = await Promise.all([
      wanted.faults === 0 ? null : timed(() => Promise.all(profiles.map(failing))),
      wanted.slowLives === 0 ? null : timed(slow),
    ])
    if (failed !== null) reportDisk({ ...failed, name: 'failing disk', faults: wanted.faults }, report)
    if (slowed === null) return
    const { found, minutes } = slowed
    reportDisk({ name: 'slow disk', found: [found], minutes, faults: 0 }, report)
    report.add({ name: 'slow disk: operations', value: found.operations, unit: 'operations', target: null })
  } finally {
    await program.remove()
    await drive.remove()
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}
