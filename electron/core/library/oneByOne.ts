import type { Clock } from '../ports'

interface Numbered {
  readonly id: string
  readonly number: number
}

const rowsAtOnce = 100
/** So many in a row mean that it isn't the images, but a drive that is away, say. */
export const failuresMaximum = 20

/**
 * Does something in the background for many images, the newest first, with a rest after each. Gives up after
 * `failuresMaximum` failures in a row. `work` returns false if it failed. Once the signal is aborted nothing is read:
 * the database may be closed.
 */
export async function oneByOne(
  work: (id: string) => Promise<boolean>,
  options: {
    readonly highest: () => number
    /** Those with a smaller number that need it, the newest first. */
    readonly next: (before: number, limit: number) => readonly Numbered[]
    /** Milliseconds of rest after each image, for a computer that does something else as well. */
    readonly restMs: number
    readonly clock: Pick<Clock, 'after'>
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { highest, next, restMs, clock, signal } = options
  if (signal.aborted) return
  let failures = 0
  for (let before = highest() + 1; !signal.aborted; ) {
    const some = next(before, rowsAtOnce)
    if (some.length === 0) return
    for (const { id, number } of some) {
      if (signal.aborted) return
      before = number
      failures = (await work(id)) ? 0 : failures + 1
      if (failures === failuresMaximum) return
      await new Promise<void>((resolve) => {
        clock.after(restMs, resolve)
      })
    }
  }
}
