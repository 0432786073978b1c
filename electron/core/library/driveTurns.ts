import type { Clock } from '../ports'
import { type FolderGates, silence } from './folderGates'

/** Milliseconds after which others may ask the folder something. */
export const turnMs = 200

/** One file is read while another is made sense of. */
export const double = { isDouble: true }

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
      const answer = await gates.ask(
        folder,
        async (calls) => {
          const began = clock.monotonic()
          const lane = async (): Promise<void> => {
            for (let one = left.pop(); one !== undefined; one = left.pop()) {
              await work(one)
              if (clock.monotonic() - began > turnMs) return
            }
          }
          await Promise.all(Array.from({ length: calls }, lane))
        },
        double,
      )
      if (answer === silence) return silence
    }
    return undefined
  }
}
