import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import type { Clock } from './ports'

/** Milliseconds that a slice should take: a shorter one is followed by a larger one, and the other way round. */
const wished = { least: 5, most: 15 }
const bounds = { least: 16, most: 65_536 }

/** How long a slice waits behind other work, in milliseconds: one piece of it may follow the other without end. */
const patience = 100

/**
 * Does long work in slices, with turns for everything else between them. `work` is told how many rows to take, and
 * returns whether there is more to do; it finds out itself where it was. Rejects with AppFailure `quitting` once
 * `signal` is aborted: the database may be closed by then.
 */
export async function inSlices(
  work: (rows: number) => boolean,
  options: {
    readonly clock: Pick<Clock, 'monotonic'>
    readonly signal: AbortSignal
    /** Rows of the first slice, for work that is known to be quick. */
    readonly first?: number
    /** While this is true, slices wait, each a tenth of a second at most. */
    readonly isBehind?: () => boolean
  },
): Promise<void> {
  const { clock, signal, first = 512, isBehind = () => false } = options
  let rows = first
  for (;;) {
    const until = clock.monotonic() + patience
    while (isBehind() && clock.monotonic() < until && !signal.aborted) await nextTurn()
    if (signal.aborted) throw new AppFailure(appError('quitting'))
    const began = clock.monotonic()
    if (!work(rows)) return
    const took = clock.monotonic() - began
    if (took < wished.least) rows = Math.min(bounds.most, rows * 2)
    if (took > wished.most) rows = Math.max(bounds.least, Math.ceil(rows / 2))
    await nextTurn()
  }
}
