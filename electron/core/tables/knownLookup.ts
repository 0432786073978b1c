import type { KnownRow } from '@shared/model/table'
import type { RowIdentity } from '@shared/processes/tables'
import type { Database } from '../db/database'
import { states } from '../jobMachine'
import type { Queue } from '../queue/queue'
import { isBeingCancelled } from '../queue/rows/batchGate'

/** A row of the open table, and the batch that already has it. */
export type FoundRow = KnownRow & { readonly row: number }

/**
 * Which rows were queued before on a connection: recognised by their key or, without one, by what they ask for or how
 * they were read.
 */
export interface KnownLookup {
  /** A few hundred at a time, because this blocks. Of several batches, the newest is returned. */
  find(connectionId: string, rows: readonly RowIdentity[]): readonly FoundRow[]
  /** Changes whenever the result of `find` may have changed, and with the connection. */
  state(connectionId: string): string
  /** False if no row can be known. */
  hasRows(connectionId: string): boolean
}

/** The row of a failed or cancelled job may be queued again; so may that of one that is being cancelled. */
const isQueued = `EXISTS (SELECT 1 FROM jobs WHERE jobs.batch_id = batch_rows.batch_id
  AND jobs.row = batch_rows.row AND jobs.state NOT IN ${states.fruitless}
  AND NOT (jobs.state = 'queued' AND ${isBeingCancelled}))
  AND batch_rows.batch_id NOT IN (SELECT id FROM batches WHERE sendable_at IS NULL)`

/** A row with an error asks for nothing, so it has no content to be recognised by. */
const newest = (column: 'key' | 'content' | 'source'): string => `(
  SELECT rowid FROM batch_rows
  WHERE connection_id = :connectionId AND ${column} = nullif(asked.value ->> '${column}', '') AND ${isQueued}
  ORDER BY rowid DESC LIMIT 1)`

export function createKnownLookup({
  db,
  queue,
}: {
  readonly db: Database
  readonly queue: Pick<Queue, 'queuedRevision'>
}): KnownLookup {
  return {
    find(connectionId, rows) {
      const groups = alike(rows)
      const asked = groups.map(([{ key, content, source }], group) => ({ group, key, content, source }))
      return db
        .all<{ group: number; by: KnownRow['by']; batchId: string; batchName: string }>(
          `WITH found AS (
             SELECT value ->> 'group' AS "group", iif(value ->> 'key' IS NULL, 'content', 'key') AS by,
               iif(value ->> 'key' IS NULL, coalesce(${newest('content')}, ${newest('source')}), ${newest('key')})
                 AS number
             FROM json_each(:asked) AS asked)
           SELECT found."group", found.by, batches.id AS batchId, batches.name AS batchName
           FROM found JOIN batch_rows ON batch_rows.rowid = found.number
             JOIN batches ON batches.id = batch_rows.batch_id`,
          { connectionId, asked: JSON.stringify(asked) },
        )
        .flatMap(({ group, ...known }) => (groups[group] ?? []).map(({ row }) => ({ row, ...known })))
    },

    state(connectionId) {
      const newest = db.get<{ row: number | null }>('SELECT max(rowid) AS row FROM jobs')?.row ?? 0
      return JSON.stringify([connectionId, queue.queuedRevision(), newest])
    },

    hasRows: (connectionId) =>
      db.get('SELECT 1 FROM batch_rows WHERE connection_id = :connectionId LIMIT 1', { connectionId }) !==
      undefined,
  }
}

/** Thousands of equal rows are looked up once. */
function alike(rows: readonly RowIdentity[]): readonly (readonly [RowIdentity, ...RowIdentity[]])[] {
  const groups = new Map<string, [RowIdentity, ...RowIdentity[]]>()
  for (const row of rows) {
    const name = JSON.stringify(row.key === null ? [row.content, row.source] : [row.key])
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [row])
    else group.push(row)
  }
  return [...groups.values()]
}
