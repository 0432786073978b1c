import type { CancelResult } from '@shared/model/queue'
import type { Database, SqlParams } from '../../db/database'
import { states, transitions } from '../../jobMachine'
import type { Clock } from '../../ports'
import { isWaiting } from '../rows/batchGate'
import type { Commits } from '../rows/commits'

/** Drops waiting jobs by the thousand. What was sent still arrives; a job that comes back unsent is dropped then. */
export interface Cancelling {
  batch(id: string): CancelResult
  /** In every batch. */
  all(): CancelResult
  /** Drops the waiting jobs of a connection that no longer exists. */
  withoutConnection(live: ReadonlySet<string>): void
}

export function createCancelling(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
}): Cancelling {
  const { db, clock, commits } = deps

  function cancel(where: string, params: SqlParams): number {
    db.run(
      `UPDATE items SET state = 'abandoned'
       WHERE job_id IN (SELECT id FROM jobs WHERE ${isWaiting} AND ${where})`,
      params,
    )
    return db.run(
      `UPDATE jobs SET state = '${transitions.cancelled.to}', ended_at = :now, error_json = NULL, not_before = NULL
       WHERE ${isWaiting} AND ${where}`,
      { ...params, now: clock.now() },
    )
  }

  function batchesWaiting(where: string, params: SqlParams): readonly string[] {
    return db
      .all<{ id: string }>(`SELECT DISTINCT batch_id AS id FROM jobs WHERE ${isWaiting} AND ${where}`, params)
      .map(({ id }) => id)
  }

  /** In one transaction, so that nothing is sent in between. */
  function drop(where: string, params: SqlParams): CancelResult {
    return db.transaction(() => {
      for (const id of batchesWaiting(where, params)) commits.batchChanged(id)
      const cancelled = cancel(where, params)
      db.run(`UPDATE jobs SET dropped = 1 WHERE state = 'sending' AND ${where}`, params)
      const arriving = db.get<{ count: number }>(
        `SELECT count(*) AS count FROM jobs WHERE state IN ${states.underway} AND ${where}`,
        params,
      )
      return { cancelled, arriving: arriving?.count ?? 0 }
    })
  }

  return {
    batch: (id) => drop('batch_id = :id', { id }),
    all: () => drop('TRUE', {}),

    withoutConnection(live) {
      const gone = db
        .all<{ id: string }>(
          `SELECT id FROM connections
           WHERE EXISTS (SELECT 1 FROM jobs WHERE state = 'queued' AND connection_id = connections.id)`,
        )
        .filter(({ id }) => !live.has(id))
      for (const { id } of gone) drop('connection_id = :id', { id })
    },
  }
}
