import { type HistoryOptions, liveHistory } from './history'
import type { LivedHistory } from './simulation'

/** What a fault is about, without the names and numbers of one history. */
const kindOf = (fault: string | undefined): string =>
  (fault ?? '').replace(/^\S+ s: /, '').replaceAll(/\w*\d[\w.-]*/g, '#')

/** Leaves steps out of a red history, many at first, as long as its fault stays the same. */
export async function shrink(red: LivedHistory, options: HistoryOptions): Promise<LivedHistory> {
  const kind = kindOf(red.faults[0])
  let best = red
  let skipped: ReadonlySet<number> = new Set()
  for (let length = Math.ceil(red.steps / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let from = 0; from < red.steps; from += length) {
      const more = new Set(skipped)
      for (let step = from; step < from + length; step++) more.add(step)
      if (more.size === skipped.size) continue
      const tried = await liveHistory(red.seed, { ...options, steps: red.steps, skipped: more })
      if (kindOf(tried.faults[0]) !== kind) continue
      skipped = more
      best = tried
    }
  }
  return best
}
