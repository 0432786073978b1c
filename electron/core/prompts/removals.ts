import type { Database, SqlParams } from '../db/database'
import type { Guard } from '../guard'

/** Deletion that can be undone: rows are marked, then removed with the next deletion or the next start. */
export interface Removals {
  /** Returns how many. */
  remove(where: string, params?: SqlParams): number
  /** Restores what the last deletion removed; returns how many. */
  restore(): number
}

export interface RemovalsDeps {
  readonly db: Database
  readonly guard: Pick<Guard, 'run'>
}

export function createRemovals(
  { db, guard }: RemovalsDeps,
  table: 'prompt_history' | 'prompt_templates',
): Removals {
  let isPurged = false

  function purge(): void {
    db.run(`DELETE FROM ${table} WHERE removed = 1`)
    isPurged = true
  }

  // What this run deletes in the meantime can still be undone.
  void guard.run(() => isPurged || purge())
  return {
    remove: (where, params) =>
      db.transaction(() => {
        purge()
        return db.run(`UPDATE ${table} SET removed = 1 WHERE ${where}`, params)
      }),
    restore: () => db.run(`UPDATE ${table} SET removed = 0 WHERE removed = 1`),
  }
}
