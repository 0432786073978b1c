import { addCosts, costOf, priceOf } from '@shared/model/cost'
import type { Waited } from '@shared/model/queue'
import type { Connections } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import type { Clock } from '../../../ports'
import { isWaiting } from '../../rows/batchGate'

/**
 * Asks before sending jobs that have waited for a long time. This happens if sending could resume after an
 * interruption: a new start, or the network or the computer coming back. Whatever was queued by then waits for the
 * answer; polls, downloads and jobs queued afterwards do not. An open question isn't stored: the next start checks
 * again.
 */
export interface SendQuestion {
  /** Sending could resume now, on one connection or on all. */
  consider(connectionId: string | 'all'): void
  /** The connection's jobs with row numbers up to this wait for the answer. */
  heldUpTo(connectionId: string): number
  /** Null while nothing is asked, or once nothing it asks about is left. */
  read(): Waited | null
  /** Sends what is waiting, or keeps it waiting: this run asks again only when more jobs have waited as long. */
  answer(send: boolean): void
}

const isNotPaused = 'batch_id NOT IN (SELECT id FROM batches WHERE paused)'

/** Clocks are corrected by seconds all the time. */
const clockDriftMs = 60_000

export function createSendQuestion(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly connections: Pick<Connections, 'find'>
  /** The age at which the person is asked, in milliseconds. */
  readonly askAfterMs: () => number
  readonly onChange: () => void
}): SendQuestion {
  const { db, clock, connections, askAfterMs, onChange } = deps
  /** By connection: the newest row the question is about. */
  const held = new Map<string, number>()
  let keptWaiting = false

  /** A time in the future, from before the clock was set back, doesn't say how long ago it was. */
  const isLongAgo = (time: number): boolean => {
    const age = clock.now() - time
    return age < -clockDriftMs || age >= askAfterMs()
  }

  /**
   * Connections with jobs that haven't been asked about yet: their ages and newest row. Resuming a paused or held
   * connection already answers the question, and so does resuming a batch.
   */
  function waiting() {
    return db
      .all<{ id: string; oldest: number; newest: number; first: number; last: number }>(
        `SELECT connection_id AS id, max(min(created_at), confirmed_at) AS oldest,
           max(max(created_at), confirmed_at) AS newest, min(jobs.rowid) AS first, max(jobs.rowid) AS last
         FROM jobs, queue_state WHERE ${isWaiting} AND connection_id IN (
           SELECT id FROM connections WHERE hold_json IS NULL AND NOT paused)
           AND ${isNotPaused} GROUP BY connection_id`,
      )
      .filter(({ id, last }) => last > (held.get(id) ?? 0))
  }

  /**
   * The jobs queued before these were sent recently, so these are waiting for their turn, not for the person. Jobs
   * queued after these show nothing: they may have overtaken jobs that were to keep waiting.
   */
  function sendsFlow(id: string, first: number): boolean {
    const { at = null } =
      db.get<{ at: number | null }>(
        'SELECT max(sent_at) AS at FROM jobs WHERE connection_id = :id AND rowid < :first',
        { id, first },
      ) ?? {}
    return at !== null && !isLongAgo(at)
  }

  return {
    consider(connectionId) {
      const old = waiting().filter(
        ({ id, oldest, newest, first }) =>
          (connectionId === 'all' || connectionId === id) &&
          (isLongAgo(oldest) || isLongAgo(newest)) &&
          !sendsFlow(id, first),
      )
      if (old.length === 0) return
      for (const { id, last } of old) held.set(id, last)
      keptWaiting = false
      onChange()
    },
    heldUpTo: (connectionId) => held.get(connectionId) ?? 0,
    read() {
      if (held.size === 0) return null
      const rows = db.all<{ connectionId: string; model: string; requests: number; since: number }>(
        `SELECT connection_id AS connectionId, request_json ->> 'model' AS model, count(*) AS requests,
           min(created_at) AS since
         FROM jobs JOIN json_each(:held) AS held ON held.key = connection_id AND jobs.rowid <= held.value
         WHERE ${isWaiting} AND ${isNotPaused} GROUP BY 1, 2 ORDER BY 1`,
        { held: JSON.stringify(Object.fromEntries(held)) },
      )
      if (rows.length === 0) return null
      const costs = [...new Set(rows.map(({ connectionId }) => connectionId))].map((connectionId) => ({
        connectionId,
        cost: addCosts(
          rows
            .filter((row) => row.connectionId === connectionId)
            .map(({ model, requests }) =>
              costOf(requests, priceOf(connections.find(connectionId)?.prices ?? {}, model)),
            ),
        ),
      }))
      return { costs, since: Math.min(...rows.map(({ since }) => since)), keptWaiting }
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
