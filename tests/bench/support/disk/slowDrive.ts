import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { CoreProgram } from '../../../support/coreProgram'
import { unmount } from '../../../support/fuseMount'

/** A folder on a disk that is slow. */
export interface SlowDrive {
  /** What the kernel has asked of the disk so far. */
  operations(): Promise<number>
  /** Its files stay where they really are. */
  unmount(): Promise<void>
}

export interface SlowDriveOptions {
  /** An empty folder. */
  readonly at: string
  /** Where the files really are. */
  readonly root: string
  readonly seed: number
  /** Bounds of what one operation takes, in milliseconds. */
  readonly least: number
  readonly most: number
}

/** Why none can be mounted here; null when it can. */
export function slowDriveAbsence(): string | null {
  if (process.getuid?.() !== 0) return 'only root can mount a slow disk'
  return existsSync('/dev/fuse') ? null : 'this machine has no FUSE'
}

const answerSchema = z.object({ operations: z.number() })

/** Mounts it, served by a process of its own: who asks a disk waits for it. `program`: the built `slowDriveProcess.ts`. */
export async function mountSlowDrive(program: CoreProgram, options: SlowDriveOptions): Promise<SlowDrive> {
  const child = fork(program.path, [JSON.stringify(options)], { execArgv: [] })
  const gone = once(child, 'exit')
  const mounted = await Promise.race([once(child, 'message'), gone.then(() => null)])
  if (mounted === null) throw new Error('no slow disk could be mounted')
  return {
    async operations() {
      child.send('operations')
      const [answer] = await once(child, 'message')
      return answerSchema.parse(answer).operations
    },
    async unmount() {
      unmount(options.at)
      await gone
    },
  }
}
