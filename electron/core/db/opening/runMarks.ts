import { randomInt } from 'node:crypto'
import { z } from 'zod'
import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from '../../drive'

/** Where SQLite has the application id, in the first page of a file: four bytes. */
const markAt = 68
const notesOf = (path: string): string => `${path}-marks`

const notesSchema = z.object({
  /** What the file may have while a run has it open, or after that was killed. */
  open: z.array(z.number()),
  /** What it may have once a run has closed it in good order. */
  closed: z.array(z.number()),
  /** Which file it is, whatever its name. */
  file: z.string().nullable(),
})
type Notes = z.infer<typeof notesSchema>

const none: Notes = { open: [], closed: [], file: null }

/** As earlier versions wrote them: a closed file had the same mark as an open one. */
const earlierSchema = z.array(z.number()).transform((open): Notes => ({ ...none, open }))

const fileAt = (path: string): string => String(statSync(path, { bigint: true }).ino)

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

function noted(path: string): Notes {
  try {
    return z.union([notesSchema, earlierSchema]).parse(JSON.parse(readFileSync(notesOf(path), 'utf8')))
  } catch {
    return none
  }
}

/** False if the file has another mark than the last run gave it. True if nobody knows. */
export function hasOurMark(path: string): boolean {
  const { open, closed } = noted(path)
  const marks = [...open, ...closed]
  try {
    return marks.length === 0 || marks.includes(markIn(path))
  } catch {
    return true
  }
}

/** True if it is surely the file that the last run closed in good order, and nobody put another in its place. */
export function wasClosedByUs(path: string): boolean {
  const { closed, file } = noted(path)
  try {
    return closed.includes(markIn(path)) && file === fileAt(path)
  } catch {
    return false
  }
}

/**
 * Gives a database a number of its own at each start, and another when it is closed, in the file and in a note beside it.
 * So an older copy that is put in its place is told from the file that the log belongs to, or that the last run closed.
 */
export interface RunMarks {
  /** `exec` is that of the open database, outside a transaction. */
  renew(exec: (sql: string) => unknown): void
  /** The same, before it is closed: what is noted at the start includes this one, so nothing but the file is written. */
  close(exec: (sql: string) => unknown): void
}

/** Called before the database is opened. */
export function readRunMarks(path: string): RunMarks {
  const before = noted(path)
  const mark = randomInt(1, 2 ** 31)
  const closing = randomInt(1, 2 ** 31)
  let isNoted = false

  /** Half of a note says nothing. */
  function note(notes: Notes): void {
    const draft = `${notesOf(path)}.new`
    writeFileSync(draft, JSON.stringify(notes), { mode: 0o600, flush: true })
    renameSync(draft, notesOf(path))
  }

  return {
    renew(exec) {
      try {
        const file = fileAt(path)
        note({ open: [...before.open, mark], closed: [...before.closed, closing], file })
        isNoted = true
        exec(`PRAGMA application_id = ${mark}; PRAGMA wal_checkpoint(TRUNCATE)`)
        // Otherwise the file may still have the one of before.
        if (statSync(`${path}-wal`).size === 0) note({ open: [mark], closed: [closing], file })
      } catch {
        // The disk refuses it. What is noted by now includes what the file has.
        if (!isNoted) forget()
      }
    },
    close(exec) {
      if (!isNoted) return
      try {
        exec(`PRAGMA application_id = ${closing}`)
      } catch {
        // Its log stays, or the next start asks.
      }
    },
  }

  /** Without a mark of this run, nothing tells what an earlier one left from what this one does. */
  function forget(): void {
    try {
      rmSync(notesOf(path), { force: true })
    } catch {
      // The disk takes nothing.
    }
  }
}
