import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** Bytes after which a new journal is begun at the next start; the one before is kept. */
const rotateAt = 16 * 2 ** 20

/** A request as it was received. Neither prompt nor key nor query: what is in it can be shown to anybody. */
export interface JournalEntry {
  readonly method: string
  readonly path: string
  /** What was answered; null when the connection was closed instead. */
  readonly status: number | null
  readonly idempotencyKey: string | null
  readonly taskId: string | null
  readonly model: string | null
  /** SHA-256 of the body, hex; null without one. */
  readonly bodySha256: string | null
}

/** `journal.jsonl`: one line a request, written before its answer is. */
export interface Journal {
  /** Durable on return when it is a POST, which is what somebody may count. */
  write(entry: JournalEntry): void
  close(): void
}

export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > rotateAt)
    renameSync(path, join(folder, 'journal.1.jsonl'))
  const file = openSync(path, 'a')
  // A line that a kill cut short must not swallow the next one.
  const before = readFileSync(path, 'utf8')
  if (before !== '' && !before.endsWith('\n')) writeSync(file, '\n')
  return {
    write(entry) {
      writeSync(file, `${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
      if (entry.method === 'POST') fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}
