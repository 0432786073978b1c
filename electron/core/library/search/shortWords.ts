import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'

/**
 * The index of words of one and two characters, which are whole words in Chinese, Japanese and Korean and too short
 * for the other index. It is written outside the transactions that save images, and completed by `catchUp`.
 */
export interface ShortWords {
  /** Indexes what isn't yet, in small transactions. Rejects with AppFailure `quitting` once `signal` is aborted. */
  catchUp(signal: AbortSignal): Promise<void>
  /** Numbers in (`after`, `until`] of the images that have a word, whether or not they are indexed. */
  find(word: string, after: number, until: number): readonly number[]
}

interface TextRow {
  readonly number: number
  readonly prompt: string
  readonly revised: string | null
  readonly model: string
}

/** Indexing a long prompt takes a millisecond. */
const indexedAtOnce = 32
/** As many pages as are merged with each change, so that SQLite never merges everything at once. */
const mergedPages = 32

/** Characters of each text: longer ones would keep everything else waiting, and have nearly every short word. */
const readLength = 20_000
const texts = `SELECT number, substr(prompt, 1, ${readLength}) AS prompt,
  substr(revised_prompt, 1, ${readLength}) AS revised, model FROM images`
const inRange = 'number > CAST(:after AS INTEGER) AND number <= CAST(:until AS INTEGER)'

/** As the other index compares. */
const folded = (text: string): string => text.toLowerCase()

/** A run of characters as one word of the index, whose tokenizer would split and drop most of them: four each. */
const token = (characters: readonly string[]): string =>
  characters.map((one) => (one.codePointAt(0) ?? 0).toString(36).padStart(4, '0')).join('')

function tokensOf({ prompt, revised, model }: TextRow): string {
  const found = new Set<string>()
  for (const text of [prompt, revised ?? '', model])
    for (const word of folded(text).split(/\s+/)) {
      let before: string | null = null
      for (const character of word) {
        found.add(token([character]))
        if (before !== null) found.add(token([before, character]))
        before = character
      }
    }
  return [...found].join(' ')
}

export function createShortWords(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): ShortWords {
  const { db, clock } = deps

  /** Every image up to this number is indexed. */
  const indexedUntil = (): number =>
    db.get<{ until: number }>('SELECT rowid AS until FROM images_short ORDER BY rowid DESC LIMIT 1')?.until ??
    0

  function indexSome(rows: number): boolean {
    const some = db.all<TextRow>(`${texts} WHERE number > :after ORDER BY number LIMIT :rows`, {
      after: indexedUntil(),
      rows,
    })
    for (const row of some)
      db.run('INSERT INTO images_short (rowid, grams) VALUES (:number, :grams)', {
        number: row.number,
        grams: tokensOf(row),
      })
    if (some.length > 0)
      db.run("INSERT INTO images_short (images_short, rank) VALUES ('merge', :pages)", { pages: mergedPages })
    return some.length === rows
  }

  return {
    catchUp: (signal) =>
      inSlices((rows) => db.transaction(() => indexSome(Math.min(rows, indexedAtOnce))), { clock, signal }),

    find(word, after, until) {
      const indexed = Math.min(until, indexedUntil())
      const { packed = '[]' } =
        db.get<{ packed: string }>(
          `SELECT json_group_array(rowid) AS packed FROM images_short
           WHERE images_short MATCH :match AND rowid > CAST(:after AS INTEGER) AND rowid <= CAST(:until AS INTEGER)`,
          { match: token([...folded(word)]), after, until: indexed },
        ) ?? {}
      const numbers: number[] = JSON.parse(packed)
      const left = { after: Math.max(after, indexed), until }
      for (const row of left.after < until ? db.all<TextRow>(`${texts} WHERE ${inRange}`, left) : [])
        if ([row.prompt, row.revised ?? '', row.model].some((text) => folded(text).includes(folded(word))))
          numbers.push(row.number)
      return numbers
    },
  }
}
