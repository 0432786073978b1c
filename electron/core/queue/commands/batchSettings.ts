import type { Database } from '../../db/database'
import { textColumn } from '../../db/textColumn'
import type { Commits } from '../rows/commits'

/** Settings of a batch as a whole. A batch that is gone is left alone. */
export interface BatchSettings {
  rename(id: string, name: string): void
  /** Nothing in a paused batch is sent, even after a restart; the batches behind it continue. */
  setPaused(id: string, paused: boolean): void
}

export function createBatchSettings({
  db,
  commits,
}: {
  readonly db: Database
  readonly commits: Commits
}): BatchSettings {
  return {
    rename(id, name) {
      if (db.run('UPDATE batches SET name = :name WHERE id = :id', { id, name: textColumn(name) }) > 0)
        commits.batchChanged(id)
    },
    setPaused(id, paused) {
      const changed = db.run('UPDATE batches SET paused = :paused WHERE id = :id', {
        id,
        paused: Number(paused),
      })
      if (changed > 0) commits.batchChanged(id)
    },
  }
}
