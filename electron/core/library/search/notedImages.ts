import { searchFold } from '@shared/model/searchFold'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { createNumberSet, type NumberSet } from './numberSet'

/** The images whose note has a word. */
export interface NotedImages {
  /** A note was committed. */
  changed(): void
  /** Gathered in slices, and kept until a note changes. `word`: folded. */
  of(word: string, signal: AbortSignal): Promise<NotedSet>
  /** Changes with any note. */
  version(): number
}

export interface NotedSet extends Pick<NumberSet, 'has'> {
  /** False once a note has changed. */
  isComplete(): boolean
}

const read = `SELECT number, note FROM images INDEXED BY images_noted
  WHERE note <> '' AND number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows`

/** Notes read at once: of the longest ones, folding these takes some milliseconds. */
const notesAtOnce = 64
/** Sets that are kept: those of the search that is shown. */
const setsMaximum = 32

export function createNotedImages(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): NotedImages {
  const { db, clock } = deps
  const kept = new Map<string, NumberSet>()
  let version = 0

  async function gather(word: string, signal: AbortSignal): Promise<NumberSet> {
    const numbers = createNumberSet()
    let after = 0
    await inSlices(
      (wished) => {
        const rows = Math.min(wished, notesAtOnce)
        const some = db.all<{ number: number; note: string }>(read, { after, rows })
        for (const { number, note } of some) if (searchFold(note).includes(word)) numbers.add(number)
        after = some.at(-1)?.number ?? after
        return some.length === rows
      },
      { clock, signal },
    )
    return numbers
  }

  return {
    changed() {
      version++
      kept.clear()
    },

    async of(word, signal) {
      const begun = version
      const numbers = kept.get(word) ?? (await gather(word, signal))
      if (version === begun) kept.set(word, numbers)
      for (const old of kept.keys()) if (kept.size > setsMaximum) kept.delete(old)
      return { has: numbers.has, isComplete: () => version === begun }
    },

    version: () => version,
  }
}
