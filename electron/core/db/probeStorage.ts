import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database'

/** Bytes: a small commit may find room in the log while nothing else has any. */
const size = 256 * 1024

/** Writes a file and a row where our own data is. Throws what the system or SQLite says while that can't be. */
export async function probeStorage(db: Database, profile: string): Promise<void> {
  const path = join(profile, 'probe')
  try {
    await writeFile(path, Buffer.alloc(size), { flush: true })
  } finally {
    await rm(path, { force: true })
  }
  db.run('UPDATE queue_state SET confirmed_at = confirmed_at')
}
