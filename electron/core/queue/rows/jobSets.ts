import type { JobSet } from '@shared/model/jobSet'
import type { Database, SqlParams } from '../../db/database'
import { states } from '../../jobMachine'
import { isUndelivered } from './undelivered'

/** Conditions on the table `jobs`, written so that an index serves each. */
export const needsYou = `jobs.id IN (
  SELECT id FROM jobs WHERE state = 'uncertain' UNION SELECT id FROM jobs WHERE attention_json IS NOT NULL)`
/** Tasks the person stopped waiting for: they aren't polled. */
export const stopped = "jobs.state = 'running' AND jobs.waiting_stopped AND jobs.attention_json IS NULL"
export const running = `jobs.state IN ${states.underway} AND jobs.attention_json IS NULL
  AND NOT (jobs.state = 'running' AND jobs.waiting_stopped)`
/** Sets that can be large within one batch while it is under way. */
export const taskSets = { running, stopped } as const
/** It failed, and the person has neither accepted that nor sent it again. */
export const failed = "jobs.state = 'failed' AND jobs.settled_at IS NULL AND NOT jobs.retried"
/** One batch, or (null) all. */
export const ofBatch = '(:batchId IS NULL OR jobs.batch_id = :batchId)'
/** Of `jobs`, in SQL: the code of its problem. */
export const problemCode = "(coalesce(jobs.attention_json, jobs.error_json) ->> 'code')"

/** The named jobs and those of the sets, oldest first in each; every job appears once. */
export type MembersOf = (ids: readonly string[], sets: readonly JobSet[]) => readonly string[]

export function createMembersOf(db: Database): MembersOf {
  const ids = (sql: string, params: SqlParams) => db.all<{ id: string }>(sql, params).map(({ id }) => id)

  function idsOf({ set, ...params }: JobSet): readonly string[] {
    switch (set) {
      case 'needsYou':
        return ids(
          `SELECT id FROM jobs WHERE ${needsYou} AND ${ofBatch} AND connection_id = :connectionId AND ${problemCode} = :code
             AND sent_at BETWEEN :from AND :until ORDER BY sent_at, id`,
          params,
        )
      case 'failed':
        return ids(
          `SELECT id FROM jobs WHERE ${failed} AND batch_id = :batchId AND (:code IS NULL OR ${problemCode} = :code)
             AND ended_at BETWEEN :from AND :until ORDER BY ended_at, id`,
          params,
        )
      case 'running':
      case 'stopped':
        return ids(
          `SELECT id FROM jobs WHERE ${taskSets[set]} AND ${ofBatch}
           ORDER BY sent_at, id`,
          params,
        )
      case 'undelivered':
        return ids(
          `SELECT DISTINCT jobs.id, jobs.sent_at FROM items JOIN jobs ON jobs.id = items.job_id
           WHERE ${isUndelivered} AND connection_id = :connectionId ORDER BY sent_at, jobs.id`,
          params,
        )
    }
  }

  return (named, sets) => [...new Set([...named, ...sets.flatMap(idsOf)])]
}
