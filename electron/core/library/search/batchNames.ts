import { searchFold } from '@shared/model/searchFold'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'

/** The names of batches, folded and kept in memory: read once, in slices, then those that are new or renamed. */
export interface BatchNames {
  /** Resolves once everything committed has been read. */
  settle(signal: AbortSignal): Promise<void>
  /** False if a batch is new or has been renamed since. */
  isSettled(): boolean
  /** Ids of the batches that have a folded text in their name. Call `settle` first. */
  having(text: string): readonly string[]
  /** Changes with any name. */
  version(): number
}

/** Keeps a list of such batches for this run alone; what a transaction rolled back isn’t on it. */
const watch = [
  'CREATE TEMP TABLE IF NOT EXISTS batches_named (id TEXT PRIMARY KEY)',
  ...['INSERT ON main.batches', 'UPDATE OF name ON main.batches', 'INSERT ON main.recorded_batches'].map(
    (event, at) => `CREATE TEMP TRIGGER IF NOT EXISTS batch_named_${at} AFTER ${event} BEGIN
      INSERT OR IGNORE INTO batches_named VALUES (new.id); END`,
  ),
  'DELETE FROM temp.batches_named',
  'INSERT INTO temp.batches_named SELECT id FROM main.batches UNION SELECT id FROM main.recorded_batches',
]

export function createBatchNames(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): BatchNames {
  const { db, clock } = deps
  const names = new Map<string, string>()
  let version = 0
  let isWatched = false

  return {
    settle: (signal) =>
      inSlices(
        (limit) => {
          if (!isWatched) for (const statement of watch) db.run(statement)
          isWatched = true
          const some = db.all<{ id: string; name: string | null }>(
            `SELECT named.id AS id, coalesce(batches.name, recorded_batches.name) AS name
             FROM temp.batches_named AS named LEFT JOIN batches ON batches.id = named.id
               LEFT JOIN recorded_batches ON recorded_batches.id = named.id ORDER BY named.id LIMIT :limit`,
            { limit },
          )
          const last = some.at(-1)
          if (last === undefined) return false
          db.run('DELETE FROM temp.batches_named WHERE id <= :id', { id: last.id })
          for (const { id, name } of some) names.set(id, searchFold(name ?? ''))
          version++
          return some.length === limit
        },
        { clock, signal },
      ),
    isSettled: () => isWatched && db.get('SELECT 1 FROM temp.batches_named') === undefined,
    having: (text) => [...names].flatMap(([id, name]) => (name.includes(text) ? id : [])),
    version: () => version,
  }
}
