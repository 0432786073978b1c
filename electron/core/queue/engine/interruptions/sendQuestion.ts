import { addCosts } from '@shared/model/cost'
import { costOfRequests } from '@shared/model/prices'
import type { Waited } from '@shared/model/queue'
import type { Connections } from '../../../connections/connections'
import { blockRows, priced } from '../../../db/counts'
import type { Database } from '../../../db/database'
import type { Clock } from '../../../ports'
import { isWaiting } from '../../rows/batchGate'
import { pricedRequest } from '../../rows/pricedRequest'

/**
 * Asks before sending jobs that have waited for a long time. This happens whenever sending could resume by itself: a new
 * start, the network or the computer coming back, the end of whatever held it. Whatever was queued by then waits for
 * the answer; polls, downloads and jobs queued afterwards do not. An open question isn't stored: the next start checks
 * again.
 */
export interface SendQuestion {
  /** Sending could resume now, on one connection or on all. `anyAge`: whatever waits is asked about. Default false. */
  consider(connectionId: string | 'all', options?: { readonly anyAge: boolean }): void
  /** How often `consider` was called. */
  considered(): number
  /** The connection's jobs with row numbers up to this wait for the answer. */
  heldUpTo(connectionId: string): number
  /**
   * A job in this row is replaced: if it waits for the answer, so do the jobs up to the row `by`, and with them what was
   * queued in between.
   */
  replaced(connectionId: string, row: number, by: number): void
  /** Null while nothing is asked, or once nothing it asks about is left. */
  read(): Waited | null
  /** Sends what is waiting, or keeps it waiting: this run asks again only when more jobs have waited as long. */
  answer(send: boolean): void
}

const isNotPaused = 'batch_id NOT IN (SELECT id FROM batches WHERE paused)'

/** Of a row of `waiting_counts` and its batch, in SQL: its jobs are waiting, and not because the user paused them. */
const isAskedAbout = 'jobs > 0 AND sendable_at IS NOT NULL AND NOT batches.paused'
/** Joins the rows of `jobs` in a block: they stand together, so they are read without an index. */
const jobsInBlock = (block: string): string =>
  `jobs NOT INDEXED ON jobs.rowid >= ${block} * ${blockRows} AND jobs.rowid < (${block} + 1) * ${blockRows}`

interface Held {
  readonly connectionId: string
  readonly priced: string
  readonly requests: number
}

/** Clocks are corrected by seconds all the time. */
const clockDriftMs = 60_000

export function createSendQuestion(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly connections: Pick<Connections, 'find'>
  /** The age at which the user is asked, in milliseconds. */
  readonly askAfterMs: () => number
  readonly onChange: () => void
}): SendQuestion {
  const { db, clock, connections, askAfterMs, onChange } = deps
  /** By connection: the newest row the question is about. */
  const held = new Map<string, number>()
  let keptWaiting = false
  let considered = 0

  /** A time in the future, from before the clock was set back, doesn't say how long ago it was. */
  const isLongAgo = (time: number): boolean => {
    const age = clock.now() - time
    return age < -clockDriftMs || age >= askAfterMs()
  }

  /** Not held, or only until midnight; what another hold stopped is asked about once it ends. */
  function mayGoOn(id: string): boolean {
    const hold = connections.find(id)?.hold ?? null
    return hold === null || hold.error.code === 'dailyCapReached'
  }

  /**
   * Connections with jobs that haven't been asked about yet: their ages and newest row. Resuming a paused or held
   * connection already answers the question, and so does resuming a batch. The jobs in the first and in the last block
   * tell the ages: rows are numbered as they are queued.
   */
  function waiting() {
    return db
      .all<{ id: string; oldest: number; newest: number; first: number; last: number }>(
        `WITH asked AS (SELECT connection_id AS id, block FROM waiting_counts JOIN batches ON batches.id = batch_id
           WHERE ${isAskedAbout} AND connection_id IN (SELECT id FROM connections WHERE NOT paused)),
         ends AS (SELECT id, min(block) AS block FROM asked GROUP BY id UNION SELECT id, max(block) FROM asked GROUP BY id)
         SELECT ends.id, max(min(created_at), confirmed_at) AS oldest, max(max(created_at), confirmed_at) AS newest,
           min(jobs.rowid) AS first, max(jobs.rowid) AS last
         FROM ends, queue_state CROSS JOIN ${jobsInBlock('ends.block')}
           AND jobs.connection_id = ends.id AND ${isWaiting} AND ${isNotPaused}
         GROUP BY ends.id`,
      )
      .filter(({ id, last }) => last > (held.get(id) ?? 0))
  }

  /**
   * The jobs queued before these were sent recently, so these are waiting for their turn, not for the user. Jobs
   * queued after these show nothing: they may have overtaken jobs that were to keep waiting.
   */
  function sendsFlow(id: string, first: number): boolean {
    const { at = null } =
      db.get<{ at: number | null }>(
        `SELECT sent_at AS at FROM jobs WHERE sent_at IS NOT NULL AND connection_id = :id AND rowid < :first
         ORDER BY sent_at DESC LIMIT 1`,
        { id, first },
      ) ?? {}
    return at !== null && !isLongAgo(at)
  }

  /** What is waiting on a connection up to a row: whole blocks by their counts, the one the row stands in row by row. */
  function heldOf(connectionId: string, row: number): readonly Held[] {
    const block = Math.floor(row / blockRows)
    return db.all<Held>(
      `SELECT :connectionId AS connectionId, priced, sum(requests) AS requests FROM (
         SELECT priced, jobs AS requests FROM waiting_counts JOIN batches ON batches.id = batch_id
         WHERE block < :block AND ${isAskedAbout} AND connection_id = :connectionId
         UNION ALL
         SELECT ${priced}, 1 FROM (SELECT :block AS block) AS last CROSS JOIN ${jobsInBlock('last.block')}
           AND jobs.rowid <= :row AND connection_id = :connectionId AND ${isWaiting} AND ${isNotPaused})
       GROUP BY priced HAVING sum(requests) > 0 ORDER BY priced`,
      { connectionId, block, row },
    )
  }

  /** When the oldest of them was queued: it stands in the first block. */
  function oldestOf(connectionIds: readonly string[]): number | null {
    const found = db.get<{ since: number | null }>(
      `SELECT min(created_at) AS since
       FROM (SELECT connection_id AS id, min(block) AS first FROM waiting_counts JOIN batches ON batches.id = batch_id
           WHERE ${isAskedAbout} AND connection_id IN (SELECT value FROM json_each(:ids)) GROUP BY 1) AS begins
         CROSS JOIN ${jobsInBlock('begins.first')}
           AND jobs.connection_id = begins.id AND ${isWaiting} AND ${isNotPaused}`,
      { ids: JSON.stringify(connectionIds) },
    )
    return found?.since ?? null
  }

  return {
    consider(connectionId, { anyAge } = { anyAge: false }) {
      considered += 1
      const old = waiting().filter(
        ({ id, oldest, newest, first }) =>
          (connectionId === 'all' || connectionId === id) &&
          (anyAge || (mayGoOn(id) && (isLongAgo(oldest) || isLongAgo(newest)) && !sendsFlow(id, first))),
      )
      if (old.length === 0) return
      for (const { id, last } of old) held.set(id, last)
      keptWaiting = false
      onChange()
    },
    considered: () => considered,
    heldUpTo: (connectionId) => held.get(connectionId) ?? 0,
    replaced(connectionId, row, by) {
      const upTo = held.get(connectionId) ?? 0
      if (row <= upTo && by > upTo) held.set(connectionId, by)
    },
    read() {
      if (held.size === 0) return null
      const rows = [...held].flatMap(([connectionId, row]) => heldOf(connectionId, row))
      if (rows.length === 0) return null
      const ids = [...new Set(rows.map(({ connectionId }) => connectionId))]
      const costs = ids.map((connectionId) => ({
        connectionId,
        cost: addCosts(
          rows
            .filter((row) => row.connectionId === connectionId)
            .map((row) =>
              costOfRequests(
                row.requests,
                connections.find(connectionId)?.prices ?? {},
                pricedRequest(row.priced),
              ),
            ),
        ),
      }))
      return { costs, since: oldestOf(ids) ?? clock.now(), keptWaiting }
    },
    answer(send) {
      keptWaiting = !send
      if (send) {
        db.run('UPDATE queue_state SET confirmed_at = :now', { now: clock.now() })
        held.clear()
      }
      onChange()
    },
  }
}
