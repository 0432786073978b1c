import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from '../../drive'

/** Where SQLite has the application id, in the first page of a file: four bytes. */
const markAt = 68
const notesOf = (path: string): string => `${path}-marks`

/**
 * What the file itself has, whatever its log says. Never called while we have the database open: closing the file would
 * give up the lock on it.
 */
function markIn(path: string): number {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4)
    readSync(file, bytes, 0, bytes.length, markAt)
    return bytes.readInt32BE()
  } finally {
    closeSync(file)
  }
}

function noted(path: string): readonly number[] {
  try {
    return z.array(z.number()).parse(JSON.parse(readFileSync(notesOf(path), 'utf8')))
  } catch {
    return []
  }
}

/** False if the file has another mark than the last run gave it. True if nobody knows. */
export function hasOurMark(path: string): boolean {
  const marks = noted(path)
  try {
    return marks.length === 0 || marks.includes(markIn(path))
  } catch {
    return true
  }
}

/**
 * Gives a database a number of its own at each start, in the file and in a note beside it. So an older copy that is put in
 * its place, beside the log that a kill left, is told from the file that the log belongs to.
 */
export interface RunMarks {
  /** `exec` is that of the open database, outside a transaction. */
  renew(exec: (sql: string) => unknown): void
}

/** Called before the database is opened. */
export function readRunMarks(path: string): RunMarks {
  const marks = noted(path)
  const note = (numbers: readonly number[]) =>
    writeFileSync(notesOf(path), JSON.stringify(numbers), { mode: 0o600, flush: true })

  return {
    renew(exec) {
      try {
        const mark = randomInt(1, 2 ** 31)
        if (marks.length > 0) note([...marks, mark])
        exec(`PRAGMA application_id = ${mark}; PRAGMA wal_checkpoint(TRUNCATE)`)
        // Otherwise the file may still have the one of before.
        if (statSync(`${path}-wal`).size === 0) note([mark])
      } catch {
        // The disk refuses it. What is noted by now includes what the file has.
      }
    },
  }
}
