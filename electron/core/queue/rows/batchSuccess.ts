import type { Database } from '../../db/database'

/** A request of a batch was accepted: from now on it goes as fast as its connection. `now`: milliseconds since the epoch. */
export function batchSucceeded(db: Database, id: string, now: number): void {
  db.run('UPDATE batches SET succeeded_at = :now WHERE id = :id AND succeeded_at IS NULL', { id, now })
}
