import { join } from 'node:path'
import { rm, writeFile } from '../drive'
import type { Database } from './database'

/** In bytes. A smaller commit may still fit into the log on a full disk. */
const size = 256 * 1024

/** Writes a file and a row where our own data is. Throws the system's or SQLite's error if that isn't possible. */
export async function probeStorage(db: Database, profile: string): Promise<void> {
  const path = join(profile, 'probe')
  try {
    await writeFile(path, Buffer.alloc(size), { flush: true })
  } finally {
    await rm(path, { force: true })
  }
  db.run('UPDATE queue_state SET confirmed_at = confirmed_at')
}
