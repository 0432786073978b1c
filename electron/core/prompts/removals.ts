import type { Database, SqlParams } from '../db/database'

/** Deletion that can be undone: rows are marked, and gone with the next deletion or the next start. */
export interface Removals {
  /** Returns how many. */
  remove(where: string, params?: SqlParams): number
  /** Brings back what the last deletion took; returns how many. */
  restore(): number
}

export function createRemovals(db: Database, table: 'prompt_history' | 'prompt_templates'): Removals {
  const purge = (): void => void db.run(`DELETE FROM ${table} WHERE removed = 1`)
  purge()
  return {
    remove: (where, params) =>
      db.transaction(() => {
        purge()
        return db.run(`UPDATE ${table} SET removed = 1 WHERE ${where}`, params)
      }),
    restore: () => db.run(`UPDATE ${table} SET removed = 0 WHERE removed = 1`),
  }
}
