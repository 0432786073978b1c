import type { Clock } from '../../ports'
import { type FolderGates, silence } from '../folderGates'

/** Milliseconds after which others may ask the folder something. */
export const turnMs = 200
/**
 * Files that are worked on at a time, so that one is read while another is made sense of. No more: each takes one of the
 * four threads for files, and keeps it while the drive doesn't answer.
 */
export const lanesAtOnce = 2

/**
 * Does work on many files of a library folder. It takes from `left` until a turn is over, again and again until nothing
 * is left: a drive never seems silent only because there is much to do.
 */
export type DriveTurns = <T>(
  folder: string,
  left: T[],
  work: (one: T) => Promise<void>,
) => Promise<typeof silence | undefined>

export function createDriveTurns(deps: {
  readonly gates: Pick<FolderGates, 'ask'>
  readonly clock: Pick<Clock, 'monotonic'>
}): DriveTurns {
  const { gates, clock } = deps
  return async (folder, left, work) => {
    while (left.length > 0) {
      const answer = await gates.ask(folder, async () => {
        const began = clock.monotonic()
        const lane = async (): Promise<void> => {
          for (let one = left.pop(); one !== undefined; one = left.pop()) {
            await work(one)
            if (clock.monotonic() - began > turnMs) return
          }
        }
        await Promise.all(Array.from({ length: lanesAtOnce }, lane))
      })
      if (answer === silence) return silence
    }
    return undefined
  }
}
