import type { Database } from './database'

/**
 * Merges a little of the text index: call it with each change of it. On its own SQLite does that seldom, and then for
 * 100 ms and more. Pages: enough for prompts of thousands of characters.
 */
export function mergeWords(db: Pick<Database, 'run'>): void {
  db.run("INSERT INTO images_text (images_text, rank) VALUES ('merge', 32)")
}

/**
 * SQL that makes the text index whole: run it after many rows at once. They leave large parts, and while those are
 * merged a little at a time, small ones pile up until SQLite merges all in one statement, for half a second.
 */
export const mergeAllWords = "INSERT INTO images_text (images_text) VALUES ('optimize')"
