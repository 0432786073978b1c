import { searchFold } from '@shared/model/searchFold'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { shortGrams, shortToken } from './shortGrams'

/**
 * The index of each image’s own texts, folded. It is written outside the transactions that save images, and completed
 * by `catchUp`.
 */
export interface TextIndex {
  /**
   * Indexes what isn’t yet, in small transactions; nothing while only a few images aren’t, unless `isAll`. Rejects with
   * AppFailure `quitting` once `signal` is aborted.
   */
  catchUp(signal: AbortSignal, options?: { readonly isAll: boolean }): Promise<void>
  /** Numbers in (`after`, `until`] of the images that have a folded word, whether or not they are indexed. */
  find(word: string, after: number, until: number): readonly number[]
}

interface TextRow {
  readonly number: number
  readonly prompt: string
  readonly revised: string | null
  readonly model: string
}

/** Characters of each text that are searched: indexing more of them at once would keep everything else waiting. */
export const searchedLength = 20_000
/** Images, and characters, indexed at once: some milliseconds of work. */
const atOnce = { images: 32, characters: 30_000 }
/** So few images are read rather than indexed, which would write to the disk with each of them. */
const few = 32
/** As many pages as are merged with each change, so that SQLite never merges everything at once. */
const mergedPages = 64
/** The index of trigrams finds nothing shorter. */
const trigram = 3

const texts = `SELECT number, substr(prompt, 1, ${searchedLength}) AS prompt,
  substr(revised_prompt, 1, ${searchedLength}) AS revised, model FROM images`
/** Numbers are bound as REAL, with which an index would ignore the range and read everything each time. */
const within = (column: string) =>
  `${column} > CAST(:after AS INTEGER) AND ${column} <= CAST(:until AS INTEGER)`

const foldedTexts = ({ prompt, revised, model }: TextRow): readonly [string, string, string] => [
  searchFold(prompt),
  searchFold(revised ?? ''),
  searchFold(model),
]

export function createTextIndex(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): TextIndex {
  const { db, clock } = deps
  let running: Promise<void> | null = null

  /** Every image up to this number is indexed. */
  const indexedUntil = (): number =>
    db.get<{ until: number }>('SELECT rowid AS until FROM images_short ORDER BY rowid DESC LIMIT 1')?.until ??
    0

  function indexSome(rows: number): boolean {
    const some = db.all<TextRow>(`${texts} WHERE number > :after ORDER BY number LIMIT :rows`, {
      after: indexedUntil(),
      rows,
    })
    let characters = 0
    let indexed = 0
    for (const row of some) {
      if (characters > atOnce.characters) break
      const [prompt, revised, model] = foldedTexts(row)
      const { number } = row
      db.run(
        'INSERT INTO images_text (rowid, prompt, revised_prompt, model) VALUES (:number, :prompt, :revised, :model)',
        { number, prompt, revised, model },
      )
      db.run('INSERT INTO images_short (rowid, grams) VALUES (:number, :grams)', {
        number,
        grams: shortGrams([prompt, revised, model]),
      })
      characters += prompt.length + revised.length
      indexed++
    }
    if (indexed > 0)
      for (const table of ['images_text', 'images_short'])
        db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', :pages)`, { pages: mergedPages })
    return indexed < some.length || some.length === rows
  }

  function isFew(): boolean {
    const left = db.all(`SELECT number FROM images WHERE number > :after LIMIT :few`, {
      after: indexedUntil(),
      few,
    })
    return left.length < few
  }

  function matching(word: string): readonly [table: string, match: string] {
    return [...word].length < trigram
      ? ['images_short', shortToken(word)]
      : ['images_text', `"${word.replaceAll('"', '""')}"`]
  }

  return {
    async catchUp(signal, { isAll } = { isAll: true }) {
      if (running !== null || (!isAll && isFew())) return running ?? undefined
      const some = (rows: number) => () => indexSome(Math.min(rows, atOnce.images))
      running = inSlices((rows) => db.transaction(some(rows), { isRemade: true }), { clock, signal })
      try {
        await running
      } finally {
        running = null
      }
    },

    find(word, after, until) {
      const indexed = Math.min(until, indexedUntil())
      const [table, match] = matching(word)
      const { packed = '[]' } =
        db.get<{ packed: string }>(
          `SELECT json_group_array(rowid) AS packed FROM ${table} WHERE ${table} MATCH :match AND ${within('rowid')}`,
          { match, after, until: indexed },
        ) ?? {}
      const numbers: number[] = JSON.parse(packed)
      const left = { after: Math.max(after, indexed), until }
      for (const row of left.after < until ? db.all<TextRow>(`${texts} WHERE ${within('number')}`, left) : [])
        if (foldedTexts(row).some((text) => text.includes(word))) numbers.push(row.number)
      return numbers
    },
  }
}
