import { isId } from '../../ids'
import { states } from '../../jobMachine'
import type { Connection } from '../sqlite'
import { type DamagedRows, rowidsOf, textsOf } from './damagedRows'

type Parent = 'connections' | 'batches' | 'jobs' | 'collections'

/** Columns that refer to a row of another table. */
const children: Readonly<Record<Parent, readonly (readonly [table: string, column: string])[]>> = {
  connections: [
    ['jobs', 'connection_id'],
    ['batches', 'connection_id'],
    ['keys', 'connection_id'],
    ['drafts', 'connection_id'],
    ['task_durations', 'connection_id'],
    ['used_values', 'connection_id'],
    ['batch_rows', 'connection_id'],
  ],
  batches: [
    ['jobs', 'batch_id'],
    ['batch_tables', 'batch_id'],
    ['batch_rows', 'batch_id'],
  ],
  jobs: [
    ['items', 'job_id'],
    ['attempts', 'job_id'],
    ['found_images', 'job_id'],
  ],
  collections: [['collected', 'collection_id']],
}

const missing = (column: string, parent: Parent): string => `${column} NOT IN (SELECT id FROM ${parent})`

/** Rows whose parent is gone and isn't recreated by `parentsAnew`, in SQL; parents before their children. */
const orphans: readonly (readonly [table: string, where: string])[] = [
  [
    'batches',
    `${missing('connection_id', 'connections')} AND connection_id NOT IN (SELECT connection_id FROM jobs)`,
  ],
  ['batch_tables', `${missing('batch_id', 'batches')} AND batch_id NOT IN (SELECT batch_id FROM jobs)`],
  [
    'batch_rows',
    `(${missing('batch_id', 'batches')} AND batch_id NOT IN (SELECT batch_id FROM jobs))
     OR (${missing('connection_id', 'connections')} AND connection_id NOT IN (SELECT connection_id FROM jobs))`,
  ],
  ['items', missing('job_id', 'jobs')],
  ['attempts', missing('job_id', 'jobs')],
  ['found_images', missing('job_id', 'jobs')],
  ['collected', `${missing('collection_id', 'collections')} OR number NOT IN (SELECT number FROM images)`],
  ...['drafts', 'used_values', 'task_durations'].map(
    (table) =>
      [
        table,
        `${missing('connection_id', 'connections')} AND connection_id NOT IN (SELECT connection_id FROM jobs)`,
      ] as const,
  ),
]

/** Jobs that lack something every job has. */
const jobsInParts = `SELECT 1 FROM jobs NOT INDEXED
  WHERE ${missing('batch_id', 'batches')} OR ${missing('connection_id', 'connections')}
    OR NOT EXISTS (SELECT 1 FROM items WHERE items.job_id = jobs.id)
    OR (task_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.job_id = jobs.id))`

/**
 * Whether the parent of any row is gone, judging by the rows themselves: their indexes still have the values as
 * written.
 */
export function hasOrphans(connection: Connection): boolean {
  const found = (sql: string) => connection.prepare(`${sql} LIMIT 1`).get() !== undefined
  return (
    orphans.some(([table, where]) => found(`SELECT 1 FROM ${table} NOT INDEXED WHERE ${where}`)) ||
    found(jobsInParts)
  )
}

/**
 * Restores a row's damaged id from its children, if there is no doubt. Exactly one id must be known only to children,
 * and exactly one row must be known to no child.
 */
export function relinkParents(connection: Connection, rows: Pick<DamagedRows, 'keep'>): void {
  for (const parent of ['connections', 'batches', 'jobs', 'collections'] as const) {
    const named = children[parent]
      .map(
        ([table, column]) =>
          `SELECT CAST(${column} AS BLOB) AS value FROM ${table} WHERE typeof(${column}) = 'text'`,
      )
      .join(' UNION ')
    const own = `SELECT CAST(id AS BLOB) AS value FROM ${parent}`
    const lost = textsOf(
      connection,
      `SELECT value FROM (${named}) WHERE value NOT IN (${own} WHERE typeof(id) = 'text')`,
    )
    const childless = rowidsOf(
      connection,
      parent,
      `typeof(id) <> 'text' OR CAST(id AS BLOB) NOT IN (${named})`,
    )
    const isUnfit = (rowid: bigint) => !textsOf(connection, `${own} WHERE rowid = ${rowid}`).some(isId)
    const [id, ...others] = lost.filter(isId)
    const [rowid, ...moreRows] = childless.filter(isUnfit)
    if (id === undefined || rowid === undefined || others.length + moreRows.length > 0) continue
    rows.keep(parent, rowid)
    connection.prepare(`UPDATE ${parent} SET id = ? WHERE rowid = ?`).run(id, rowid)
  }
}

/**
 * Recreates what is missing and can be derived from other rows, and sets aside rows whose parent is gone. Nothing is
 * sent on a rebuilt connection until the user has checked it.
 */
export function restoreHierarchy(connection: Connection, rows: Pick<DamagedRows, 'keep' | 'setAside'>): void {
  setOrphansAside(connection, rows)
  connection.exec(parentsAnew + itemsAnew)
}

/** A request finds its job by the key it was sent with, if it had one. */
function setOrphansAside(connection: Connection, rows: Pick<DamagedRows, 'keep' | 'setAside'>): void {
  for (const rowid of rowidsOf(connection, 'attempts', missing('job_id', 'jobs'))) {
    rows.keep('attempts', rowid)
    connection
      .prepare(
        `UPDATE OR IGNORE attempts SET job_id = idempotency_key
         WHERE rowid = ? AND idempotency_key IN (SELECT id FROM jobs)`,
      )
      .run(rowid)
  }
  for (const [table, where] of orphans)
    for (const rowid of rowidsOf(connection, table, where)) rows.setAside(table, rowid)
}

/**
 * A paid job must stay usable if damage took its batch or its connection, so these are rebuilt from what the jobs and
 * the ledger still show.
 */
const parentsAnew = `
UPDATE jobs SET retry_of = NULL WHERE retry_of NOT IN (SELECT id FROM jobs);

INSERT INTO connections (
  id, kind, name, base_url, path_prefix, models_json, page_url, full_background, idempotency_key,
  direct_slots, background_slots, polls_per_second, key_id, paused, created_at
)
SELECT
  lost.id, iif(known.origin = 'demo:', 'demo', 'service'),
  iif(known.origin = 'demo:', 'Demo', coalesce(known.origin, lost.id)),
  coalesce(known.origin, 'https://unknown.invalid'), coalesce(known.path_prefix, ''), '[]', '', 0, 1,
  4, 20, 10, known.key_id, 1, lost.created_at
FROM (SELECT connection_id AS id, min(created_at) AS created_at FROM jobs GROUP BY connection_id) AS lost
LEFT JOIN (
  SELECT jobs.connection_id, attempts.origin, attempts.path_prefix, attempts.key_id, max(attempts.started_at)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id GROUP BY jobs.connection_id
) AS known ON known.connection_id = lost.id
WHERE lost.id NOT IN (SELECT id FROM connections);

INSERT INTO batches (id, connection_id, name, created_at, sendable_at)
SELECT batch_id, connection_id,
  coalesce((SELECT name FROM batch_tables WHERE batch_tables.batch_id = jobs.batch_id), ''),
  min(created_at), min(created_at)
FROM jobs WHERE batch_id NOT IN (SELECT id FROM batches) GROUP BY batch_id;
`

/**
 * The same for a job that lost items, or the request it was sent with. A direct job that lost items goes back to the
 * state in which its committed answer is read again. So does any job that waits for an answer that was already applied.
 */
const itemsAnew = `
UPDATE jobs SET state = 'sending'
WHERE state = 'saving' AND task_id IS NULL
  AND images > (SELECT count(*) FROM items WHERE items.job_id = jobs.id);
UPDATE attempts SET outcome = NULL
WHERE outcome = 'accepted' AND job_id IN (SELECT id FROM jobs WHERE state = 'sending');

INSERT INTO attempts (id, job_id, number, origin, path_prefix, key_id, started_at, outcome)
SELECT lower(hex(randomblob(13))), jobs.id, 1, connections.base_url, connections.path_prefix, connections.key_id,
  coalesce(jobs.sent_at, jobs.created_at), 'accepted'
FROM jobs JOIN connections ON connections.id = jobs.connection_id
WHERE jobs.task_id IS NOT NULL AND jobs.id NOT IN (SELECT job_id FROM attempts);

WITH RECURSIVE positions (position) AS (SELECT 0 UNION ALL SELECT position + 1 FROM positions WHERE position < 999)
INSERT INTO items (job_id, position, state, image_id)
SELECT jobs.id, positions.position,
  CASE
    WHEN images.id IS NOT NULL THEN 'saved'
    WHEN jobs.state IN ${states.ended} THEN 'abandoned'
    ELSE 'pending'
  END,
  images.id
FROM jobs JOIN positions ON positions.position < jobs.images
LEFT JOIN images ON images.job_id = jobs.id AND images.position = positions.position
WHERE NOT EXISTS (
  SELECT 1 FROM items WHERE items.job_id = jobs.id AND items.position = positions.position
);
`
