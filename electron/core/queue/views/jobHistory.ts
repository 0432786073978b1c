import { attemptOutcomeSchema, attemptsMaximum, type JobHistory } from '@shared/model/exchange'
import type { Database } from '../../db/database'
import { storedError } from '../rows/jobFields'

interface AttemptRow {
  readonly number: number
  readonly startedAt: number
  readonly answeredAt: number | null
  readonly outcome: string | null
  readonly error: string | null
  readonly polls: number | null
  readonly all: number
}

const outcomeSchema = attemptOutcomeSchema.nullable().catch(null)

/** When a job was queued, and each of its requests as the ledger has it; null if there is no such job. */
export function readJobHistory(db: Database, id: string): JobHistory | null {
  const job = db.get<{ queuedAt: number }>('SELECT created_at AS queuedAt FROM jobs WHERE id = :id', { id })
  if (job === undefined) return null
  const rows = db.all<AttemptRow>(
    `SELECT number, started_at AS startedAt, exchanged_at AS answeredAt, outcome, error_json AS error, polls,
       count(*) OVER () AS "all"
     FROM attempts WHERE job_id = :id ORDER BY number DESC LIMIT ${attemptsMaximum}`,
    { id },
  )
  return {
    ...job,
    attempts: rows.toReversed().map(({ outcome, error, all, ...row }) => ({
      ...row,
      outcome: outcomeSchema.parse(outcome),
      error: storedError(error),
    })),
    attemptCount: rows[0]?.all ?? 0,
  }
}
