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

/** Once a journal has this many bytes, the next start begins a new one and keeps the old one. */
const rotateAt = 16 * 2 ** 20

/** A request as it was received, without the prompt, key or query: anyone may see what is in it. */
export interface JournalEntry {
  readonly method: string
  readonly path: string
  /** The status of the answer; null if the connection was closed instead. */
  readonly status: number | null
  readonly idempotencyKey: string | null
  readonly taskId: string | null
  readonly model: string | null
  /** SHA-256 of the body, hex; null without one. */
  readonly bodySha256: string | null
}

/** `journal.jsonl`: one line per request, written before its answer. */
export interface Journal {
  /** A POST is durable on return, because someone may count those. */
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
