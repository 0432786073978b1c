import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Random } from '../../../support/random'

/**
 * Points of libfiu that Node can be put under: what its pipes and its event loop use too (`write`, `read`, `open`)
 * would end any program. SQLite writes by `pwrite`, and so do files that come in pieces.
 */
const points = [
  'posix/io/rw/pwrite',
  // Fewer bytes are written than were given.
  'posix/io/rw/pwrite/reduce',
  'posix/io/sync/fsync',
  'posix/io/dir/rename',
] as const

/** Errors of a disk that fails, is full, over its quota, read-only or damaged. Zero: any that libfiu knows for the call. */
const errors = [0, 0, 5, 28, 122, 30, 117] as const

/** How long `fiu-ctrl` may wait for the process it speaks to, in milliseconds. */
const patienceMs = 20_000

/** What goes wrong for a time. */
export interface DiskFault {
  readonly point: (typeof points)[number]
  /** How often, 0 to 1. */
  readonly share: number
  /** The number of the error, as Linux knows it; 0 for any that fits. */
  readonly error: number
}

/** Why no faults can be injected here; null when they can. */
export function injectionAbsence(): string | null {
  const { error } = spawnSync('fiu-run', ['-h'])
  return error === undefined ? null : 'fiu-utils is not installed'
}

/** Some of the points at once, each at its own rate: from now and then to always. */
export function randomFaults(random: Random): readonly DiskFault[] {
  const chosen = points.filter(() => random.chance(0.6))
  const share = () => random.pick([0.03, 0.1, 0.3, 1])
  return (chosen.length > 0 ? chosen : points).map((point) => ({
    point,
    share: share(),
    error: random.pick(errors),
  }))
}

const enabling = ({ point, share, error }: DiskFault): string =>
  `enable_random name=${point},probability=${share},failinfo=${error}`

/** The command under which a program can be given faults; those given are on from its start. `pipes` begins the names of its pipes. */
export function underFaults(pipes: string, faults: readonly DiskFault[]): readonly string[] {
  return ['fiu-run', '-x', '-f', pipes, ...faults.flatMap((fault) => ['-c', enabling(fault)])]
}

/** Switches the faults of a running program. */
export interface FaultSwitch {
  /** In place of those that are on; none of them leaves the disk sound. */
  set(faults: readonly DiskFault[]): Promise<void>
}

/** `pipes` and `faults` are what the program was started with. */
export function faultSwitch(pid: number, pipes: string, faults: readonly DiskFault[]): FaultSwitch {
  let on = faults
  return {
    async set(next) {
      const commands = [...on.map(({ point }) => `disable name=${point}`), ...next.map(enabling)]
      on = next
      if (commands.length === 0) return
      const args = ['-f', pipes, ...commands.flatMap((command) => ['-c', command]), String(pid)]
      // A group of its own: the shell of it waits in a child.
      const child = spawn('fiu-ctrl', args, { stdio: 'ignore', detached: true })
      const timer = setTimeout(() => process.kill(-(child.pid ?? process.pid), 'SIGKILL'), patienceMs)
      await once(child, 'exit')
      clearTimeout(timer)
    },
  }
}
