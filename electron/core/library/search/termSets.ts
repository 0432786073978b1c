import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { highestNumber } from './highestNumber'
import { createNumberSet, type NumberSet } from './numberSet'
import type { TextIndex } from './textIndex'

/** The images that have a word in a text of their own: prompt, revised prompt or model. Deleted ones included. */
export interface TermSets {
  /**
   * Gathered in slices, the newest first, and kept: later only what has arrived since is searched. `word`: folded.
   * `newest`: at least as many of the newest images are searched.
   */
  of(word: string, options: { readonly newest: number; readonly signal: AbortSignal }): Promise<TermSet>
}

export interface TermSet extends Pick<NumberSet, 'has'> {
  /** Images with this number and lower ones may have the word without being in the set; 0 if all were searched. */
  from(): number
  /** False once images have arrived that haven't been searched. */
  isComplete(): boolean
}

/** Sets that are kept: those of the search that is shown, and of what the user typed before. */
const setsMaximum = 48

/** Images in the first slice: the index reads them in well under a millisecond. */
const firstSlice = 4096

/** Every image with a number in (`from`, `until`] has been searched. */
interface Kept {
  readonly numbers: NumberSet
  from: number
  until: number
}

export function createTermSets(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
  readonly index: Pick<TextIndex, 'find'>
}): TermSets {
  const { db, clock, index } = deps
  const kept = new Map<string, Kept>()

  function search(word: string, set: Kept, range: { readonly from: number; readonly until: number }): void {
    for (const number of index.find(word, range.from, range.until)) set.numbers.add(number)
    set.from = Math.min(set.from, range.from)
    set.until = Math.max(set.until, range.until)
  }

  return {
    async of(word, { newest, signal }) {
      const top = highestNumber(db)
      const set = kept.get(word) ?? { numbers: createNumberSet(), from: top, until: top }
      // The one asked for last is the last to go.
      kept.delete(word)
      kept.set(word, set)
      for (const old of kept.keys()) if (kept.size > setsMaximum) kept.delete(old)
      await inSlices(
        (rows) => {
          const last = highestNumber(db)
          const lowest = Math.max(0, last - newest)
          if (set.until < last)
            search(word, set, { from: set.until, until: Math.min(last, set.until + rows) })
          // In the same slice: images that arrive all the time must not keep the older ones waiting.
          if (set.from > lowest)
            search(word, set, { from: Math.max(lowest, set.from - rows), until: set.from })
          return set.until < last || set.from > lowest
        },
        { clock, signal, first: firstSlice },
      )
      return { has: set.numbers.has, from: () => set.from, isComplete: () => set.until >= highestNumber(db) }
    },
  }
}
