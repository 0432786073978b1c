import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { createNumberSet, type NumberSet } from './numberSet'
import type { ShortWords } from './shortWords'

/** The images that have a word in a text of their own: prompt, revised prompt or model. Deleted ones included. */
export interface TermSets {
  /** Gathered in slices, and kept: later only what has arrived since is searched. */
  of(word: string, signal: AbortSignal): Promise<TermSet>
}

export interface TermSet extends Pick<NumberSet, 'has'> {
  /** False once images have arrived that haven't been searched. */
  isComplete(): boolean
}

/** The index of trigrams finds nothing shorter. */
const indexedLength = 3
/** Sets that are kept: those of the search that is shown, and of what the person typed before. */
const setsMaximum = 48

export function createTermSets(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
  readonly shortWords: Pick<ShortWords, 'find'>
}): TermSets {
  const { db, clock, shortWords } = deps
  const kept = new Map<string, { readonly numbers: NumberSet; until: number }>()

  const highest = (): number =>
    db.get<{ highest: number | null }>('SELECT max(number) AS highest FROM images')?.highest ?? 0

  /** Numbers are bound as REAL, with which the index would ignore the range and read everything each time. */
  function findLong(word: string, after: number, until: number): readonly number[] {
    const { packed = '[]' } =
      db.get<{ packed: string }>(
        `SELECT json_group_array(rowid) AS packed FROM images_text
         WHERE images_text MATCH :match AND rowid > CAST(:after AS INTEGER) AND rowid <= CAST(:until AS INTEGER)`,
        { match: `"${word.replaceAll('"', '""')}"`, after, until },
      ) ?? {}
    return JSON.parse(packed)
  }

  return {
    async of(word, signal) {
      const set = kept.get(word) ?? { numbers: createNumberSet(), until: 0 }
      // The one asked for last is the last to go.
      kept.delete(word)
      kept.set(word, set)
      for (const old of kept.keys()) if (kept.size > setsMaximum) kept.delete(old)
      const find = [...word].length < indexedLength ? shortWords.find : findLong
      await inSlices(
        (rows) => {
          const last = highest()
          const until = Math.min(last, set.until + rows)
          if (set.until >= until) return false
          for (const number of find(word, set.until, until)) set.numbers.add(number)
          set.until = until
          return until < last
        },
        { clock, signal },
      )
      return { has: set.numbers.has, isComplete: () => set.until >= highest() }
    },
  }
}

/**
 * Merges a little of the text index: call it with each change of it. On its own SQLite does that seldom, and then for
 * 100 ms and more. Pages: enough for prompts of thousands of characters.
 */
export function mergeWords(db: Pick<Database, 'run'>): void {
  db.run("INSERT INTO images_text (images_text, rank) VALUES ('merge', 32)")
}
