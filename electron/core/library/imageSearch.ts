import type { Database, SqlParams } from '../db/database'
import type { Clock } from '../ports'
import { inSlices } from '../slices'

/** The trigram index finds nothing shorter, but CJK words have one or two characters. */
const indexedLength = 3

/** More words than this add no meaning and would only make the statement longer. */
const termsMaximum = 16

/** Answers that are kept: the search that is shown, and those a person comes back to. */
const answersMaximum = 3

/** Which images have the words of the search box, deleted ones included. */
export interface ImageSearch {
  /**
   * The images that have every word, in any order, in any of their texts; null if the text has no words. They are
   * gathered in slices, and kept: later, only what has arrived since is searched. Rejects with AppFailure `quitting`
   * after `stop`.
   */
  find(text: string): Promise<Hits | null>
  stop(): void
}

export interface Hits {
  readonly numbers: ReadonlySet<number>
  /** False once images have arrived that haven't been searched. */
  isComplete(): boolean
}

interface Answer extends Hits {
  readonly numbers: Set<number>
  /** Images up to this number have been searched. */
  until: number
}

export function createImageSearch(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): ImageSearch {
  const { db, clock } = deps
  const answers = new Map<string, Answer>()
  const ending = new AbortController()

  const highest = (): number =>
    db.get<{ highest: number | null }>('SELECT max(number) AS highest FROM images')?.highest ?? 0

  function answerTo(key: string): Answer {
    const answer = answers.get(key) ?? newAnswer()
    // The one asked for last is the last to go.
    answers.delete(key)
    answers.set(key, answer)
    for (const old of answers.keys()) if (answers.size > answersMaximum) answers.delete(old)
    return answer
  }

  function newAnswer(): Answer {
    const answer: Answer = { numbers: new Set(), until: 0, isComplete: () => answer.until >= highest() }
    return answer
  }

  return {
    async find(text) {
      const terms = termsOf(text)
      if (terms.length === 0) return null
      const { sql, params } = statementOf(terms)
      const answer = answerTo(keyOf(terms))
      await inSlices(
        (rows) => {
          const last = highest()
          if (answer.until >= last) return false
          const until = Math.min(last, answer.until + rows)
          const found = db.all<{ number: number }>(sql, { ...params, after: answer.until, until })
          for (const { number } of found) answer.numbers.add(number)
          answer.until = until
          return until < last
        },
        { clock, signal: ending.signal },
      )
      return answer
    },

    stop: () => ending.abort(),
  }
}

function termsOf(text: string): readonly string[] {
  const words = text.replaceAll('\0', ' ').split(/\s+/)
  return [...new Set(words.filter((word) => word !== ''))].slice(0, termsMaximum)
}

const keyOf = (terms: readonly string[]): string => terms.join(' ')

/** Finds the numbers in (`after`, `until`]. */
function statementOf(terms: readonly string[]): { readonly sql: string; readonly params: SqlParams } {
  const { where, params } = conditionOf(terms)
  return { sql: terms.every(isIndexed) ? indexed : `SELECT number FROM images WHERE ${where}`, params }
}

/** The condition on rows of `images` with numbers in (`after`, `until`]; for all of them if the text has no words. */
export const matching = (text: string) => conditionOf(termsOf(text))

/** Numbers are bound as REAL, with which the index would ignore the range and read everything each time. */
const indexed = `SELECT rowid AS number FROM images_text WHERE images_text MATCH :match
  AND rowid > CAST(:after AS INTEGER) AND rowid <= CAST(:until AS INTEGER)`

function conditionOf(terms: readonly string[]): { readonly where: string; readonly params: SqlParams } {
  const params: Record<string, string> = {}
  const all = ['number > :after AND number <= :until']
  const long = terms.filter(isIndexed)
  if (long.length > 0) {
    params.match = long.map(quoted).join(' AND ')
    all.push(`number IN (${indexed})`)
  }
  for (const [i, term] of terms.filter((term) => !isIndexed(term)).entries()) {
    params[`term${i}`] = `%${term.replace(/[\\%_]/g, '\\$&')}%`
    const like = `LIKE :term${i} ESCAPE '\\'`
    all.push(`(prompt ${like} OR revised_prompt ${like} OR model ${like})`)
  }
  return { where: all.join(' AND '), params }
}

const isIndexed = (term: string): boolean => [...term].length >= indexedLength

/** A string in the index's query language: nothing inside it is syntax. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

/**
 * Merges a little of the text index: call it with each change of it. On its own SQLite does that seldom, and then for
 * 100 ms and more. Pages: enough for prompts of thousands of characters.
 */
export function mergeWords(db: Pick<Database, 'run'>): void {
  db.run("INSERT INTO images_text (images_text, rank) VALUES ('merge', 32)")
}
