import type { AppError } from '@shared/errors'
import type { ItemState } from '@shared/model/job'
import type { Database, SqlValue } from '../../db/database'
import { unreachedCodes } from '../../service/networkErrors'
import { spooledPath } from '../../service/spool'
import type { Commits } from './commits'
import { downloadPolicy } from './downloadPolicy'
import { storedError } from './jobFields'

/** One image that a job should yield. */
export interface StoredItem {
  readonly jobId: string
  /** 0-based. */
  readonly index: number
  readonly state: ItemState
  /** Where the service has it; kept after it expired. */
  readonly url: string | null
  /**
   * Absolute path of the bytes in the spool, if they came in the answer itself; beside an address, of what came from
   * there and was no image.
   */
  readonly spoolFile: string | null
  /** The service's own id of the entry; null if it named none. */
  readonly entry: string | null
  /** It may be the same image as another of the job, under a different address: the bytes decide. */
  readonly again: boolean
  readonly revisedPrompt: string | null
  readonly imageId: string | null
  readonly error: AppError | null
  /** A fresh URL was requested after one had expired. */
  readonly refreshed: boolean
  readonly downloadTries: number
  readonly downloadNotBefore: number | null
}

interface ItemRow {
  readonly job_id: string
  readonly position: number
  readonly state: ItemState
  readonly url: string | null
  readonly spool_file: string | null
  readonly entry: string | null
  readonly again: number
  readonly revised_prompt: string | null
  readonly image_id: string | null
  readonly error_json: string | null
  readonly refreshed: number
  readonly download_tries: number
  readonly download_not_before: number | null
}

/** The SQL of items. The caller moves the job to its next state. */
export interface ItemStore {
  find(jobId: string, index: number): StoredItem | null
  /** In order. */
  of(jobId: string): readonly StoredItem[]
  /** In order, by job. */
  ofMany(jobIds: readonly string[]): ReadonlyMap<string, readonly StoredItem[]>
  /** Writes an item in its new form, or creates it. */
  put(item: StoredItem): void
  /** Removes an item that turned out to be another one. */
  remove(item: StoredItem): void
  /** Those that are pending or ready become `abandoned`: the job ended without them. */
  abandon(jobId: string): void
  /** Those that are abandoned are expected again: the job waits, or its answer does. */
  expectAgain(jobId: string): void
  /** Ready ones that are due at `now`, oldest job first, of all connections but these. */
  ready(
    now: number,
    options: { readonly limit: number; readonly besides: readonly string[] },
  ): readonly (StoredItem & { readonly connectionId: string })[]
  /** Makes ready items whose server couldn't be reached due now, for one connection or all. */
  forgetUnreached(connectionId: string | 'all'): void
  /**
   * Makes ready items of these connections due now that waited for the user's input: nothing holds the connections any
   * more.
   */
  forgetHeld(connections: readonly { readonly id: string }[]): void
  /** When the next postponed one falls due, milliseconds since the epoch. */
  nextDue(now: number): number | null
}

/** An item about which nothing is known yet. */
export function newItem(jobId: string, index: number): StoredItem {
  return {
    jobId,
    index,
    state: 'pending',
    url: null,
    spoolFile: null,
    entry: null,
    again: false,
    revisedPrompt: null,
    imageId: null,
    error: null,
    refreshed: false,
    downloadTries: 0,
    downloadNotBefore: null,
  }
}

export function createItemStore({
  db,
  commits,
  spoolFolder,
}: {
  readonly db: Database
  readonly commits: Commits
  /** Absolute. */
  readonly spoolFolder: string
}): ItemStore {
  const readItem = (row: ItemRow) => itemOf(row, spoolFolder)

  return {
    find(jobId, index) {
      const row = db.get<ItemRow>('SELECT * FROM items WHERE job_id = :jobId AND position = :index', {
        jobId,
        index,
      })
      return row === undefined ? null : readItem(row)
    },
    of: (jobId) =>
      db.all<ItemRow>('SELECT * FROM items WHERE job_id = :jobId ORDER BY position', { jobId }).map(readItem),
    ofMany(jobIds) {
      const rows = db.all<ItemRow>(
        `SELECT * FROM items WHERE job_id IN (SELECT value FROM json_each(:ids)) ORDER BY job_id, position`,
        { ids: JSON.stringify(jobIds) },
      )
      const items = new Map<string, StoredItem[]>()
      for (const item of rows.map(readItem)) {
        const known = items.get(item.jobId)
        if (known === undefined) items.set(item.jobId, [item])
        else known.push(item)
      }
      return items
    },
    put(item) {
      db.run(
        `INSERT INTO items (job_id, position, state, url, spool_file, entry, again, revised_prompt, image_id,
           error_json, refreshed, download_tries, download_not_before)
         VALUES (:jobId, :index, :state, :url, :spoolFile, :entry, :again, :revisedPrompt, :imageId,
           :error, :refreshed, :downloadTries, :downloadNotBefore)
         ON CONFLICT (job_id, position) DO UPDATE SET state = excluded.state, url = excluded.url,
           spool_file = excluded.spool_file, entry = excluded.entry, again = excluded.again,
           revised_prompt = excluded.revised_prompt, image_id = excluded.image_id, error_json = excluded.error_json,
           refreshed = excluded.refreshed, download_tries = excluded.download_tries,
           download_not_before = excluded.download_not_before`,
        paramsOf(item),
      )
      commits.itemsChanged(item.jobId)
      if (item.state === 'ready') commits.itemReady()
    },
    remove({ jobId, index }) {
      db.run('DELETE FROM items WHERE job_id = :jobId AND position = :index', { jobId, index })
      commits.itemsChanged(jobId)
    },
    abandon(jobId) {
      db.run(`UPDATE items SET state = 'abandoned' WHERE job_id = :jobId AND state IN ('pending', 'ready')`, {
        jobId,
      })
      commits.itemsChanged(jobId)
    },
    expectAgain(jobId) {
      db.run(`UPDATE items SET state = 'pending' WHERE job_id = :jobId AND state = 'abandoned'`, { jobId })
      commits.itemsChanged(jobId)
    },
    ready: (now, { limit, besides }) =>
      db
        .all<ItemRow & { readonly connection_id: string }>(
          `SELECT items.*, jobs.connection_id FROM items JOIN jobs ON jobs.id = items.job_id
           WHERE items.state = 'ready'
             AND (download_not_before IS NULL OR download_not_before NOT BETWEEN :now + 1 AND :now + :longest)
             AND jobs.connection_id NOT IN (SELECT value FROM json_each(:besides))
           ORDER BY items.job_id, items.position LIMIT :limit`,
          { now, limit, longest: downloadPolicy.longestMs, besides: JSON.stringify(besides) },
        )
        .map((row) => ({ ...readItem(row), connectionId: row.connection_id })),
    forgetUnreached(connectionId) {
      const codes = JSON.stringify([...unreachedCodes])
      const forgotten = db.run(
        `UPDATE items SET download_not_before = NULL WHERE state = 'ready' AND download_not_before IS NOT NULL
           AND error_json ->> 'code' IN (SELECT value FROM json_each(:codes))
           AND :connectionId IN ('all', (SELECT connection_id FROM jobs WHERE id = job_id))`,
        { codes, connectionId },
      )
      if (forgotten > 0) commits.itemReady()
    },
    forgetHeld(connections) {
      const forgotten = db.run(
        `UPDATE items SET download_not_before = NULL WHERE state = 'ready' AND download_not_before IS NOT NULL
           AND error_json ->> 'code' IN (SELECT value FROM json_each(:codes))
           AND (SELECT connection_id FROM jobs WHERE id = job_id) IN (SELECT value FROM json_each(:connectionIds))`,
        {
          codes: JSON.stringify([...downloadPolicy.heldCodes]),
          connectionIds: JSON.stringify(connections.map(({ id }) => id)),
        },
      )
      if (forgotten > 0) commits.itemReady()
    },
    nextDue: (now) =>
      db.get<{ due: number | null }>(
        `SELECT min(download_not_before) AS due FROM items WHERE state = 'ready' AND download_not_before > :now`,
        { now },
      )?.due ?? null,
  }
}

function itemOf(row: ItemRow, spoolFolder: string): StoredItem {
  return {
    jobId: row.job_id,
    index: row.position,
    state: row.state,
    url: row.url,
    spoolFile: row.spool_file === null ? null : spooledPath(spoolFolder, row.spool_file),
    entry: row.entry,
    again: row.again === 1,
    revisedPrompt: row.revised_prompt,
    imageId: row.image_id,
    error: storedError(row.error_json),
    refreshed: row.refreshed === 1,
    downloadTries: row.download_tries,
    downloadNotBefore: row.download_not_before,
  }
}

function paramsOf(item: StoredItem): Readonly<Record<string, SqlValue>> {
  const { error, again, refreshed, ...plain } = item
  return {
    ...plain,
    again: Number(again),
    refreshed: Number(refreshed),
    error: error === null ? null : JSON.stringify(error),
  }
}
