import { type AppError, appErrorSchema } from '@shared/errors'
import { type JobRequest, jobRequestSchema, type Mode } from '@shared/model/draft'
import type { Billed, JobState } from '@shared/model/job'
import type { Database, SqlValue } from '../../db/database'
import { isIn } from '../../jobStates'
import type { Clock } from '../../ports'
import type { Commits } from './commits'
import { type JobEvent, nextState } from './jobMachine'

/** What makes a running task doubtful. */
export type Doubt = 'unknown' | 'imageless'

/** A job as the queue works on it, without its items. */
export interface StoredJob {
  readonly id: string
  readonly batchId: string
  readonly connectionId: string
  readonly mode: Mode
  readonly request: JobRequest
  readonly images: number
  readonly state: JobState
  readonly progress: number | null
  readonly taskId: string | null
  readonly error: AppError | null
  readonly attention: AppError | null
  readonly billed: Billed
  readonly waitingStopped: boolean
  readonly notBefore: number | null
  readonly createdAt: number
  readonly sentAt: number | null
  readonly answeredAt: number | null
  readonly endedAt: number | null
  readonly settledAt: number | null
  readonly doubt: Doubt | null
  readonly doubtSince: number | null
  readonly doubtPolls: number
  /** Since when the task's own status has been final while entries are open; otherwise null. */
  readonly finalAt: number | null
  /** The row of its batch's table it was made from, 1-based; null if there is none. */
  readonly row: number | null
  /** The person's name for it. */
  readonly name: string | null
  /** Another job is a retry of this one. */
  readonly retried: boolean
  /** The page of its connection; empty if it has none. */
  readonly pageUrl: string
  /** Its connection was removed: nothing is sent on it any more. */
  readonly orphaned: boolean
}

export interface JobRow {
  readonly id: string
  readonly batch_id: string
  readonly connection_id: string
  readonly mode: Mode
  readonly request_json: string
  readonly images: number
  readonly state: JobState
  readonly progress: number | null
  readonly task_id: string | null
  readonly error_json: string | null
  readonly attention_json: string | null
  readonly billed: Billed
  readonly waiting_stopped: number
  readonly not_before: number | null
  readonly created_at: number
  readonly sent_at: number | null
  readonly answered_at: number | null
  readonly ended_at: number | null
  readonly settled_at: number | null
  readonly doubt: Doubt | null
  readonly doubt_since: number | null
  readonly doubt_polls: number
  readonly final_at: number | null
  readonly row: number | null
  readonly name: string | null
  readonly retried: number
  readonly page_url: string
  readonly orphaned: number
}

/** Columns and joins every reader of whole jobs selects. */
export const selectJobs = `SELECT jobs.*, connections.page_url, connections.archived_at IS NOT NULL AS orphaned,
  (SELECT exchanged_at FROM attempts WHERE job_id = jobs.id ORDER BY number DESC LIMIT 1) AS answered_at
  FROM jobs JOIN connections ON connections.id = jobs.connection_id`

/** What may be written besides the state, which only an event can change. */
export type JobPatch = Partial<
  Pick<
    StoredJob,
    | 'images'
    | 'progress'
    | 'taskId'
    | 'error'
    | 'attention'
    | 'billed'
    | 'waitingStopped'
    | 'notBefore'
    | 'sentAt'
    | 'settledAt'
    | 'doubt'
    | 'doubtSince'
    | 'doubtPolls'
    | 'finalAt'
  >
>

/** The SQL of single jobs. Every write is reported to the commits. */
export interface JobStore {
  find(id: string): StoredJob | null
  /** Throws if there is none: the caller got its id from a row. */
  need(id: string): StoredJob
  /** Moves a job to its next state by an event and writes what came with it. Returns the updated job. */
  move(job: StoredJob, event: JobEvent, patch?: JobPatch): StoredJob
  /** Writes without changing the state; writes nothing if nothing differs. */
  patch(job: StoredJob, patch: JobPatch): StoredJob
  /** Reports a job whose items were changed. Returns it. */
  touch(id: string): StoredJob
}

const columns: readonly (readonly [keyof JobPatch, string])[] = [
  ['images', 'images'],
  ['progress', 'progress'],
  ['taskId', 'task_id'],
  ['error', 'error_json'],
  ['attention', 'attention_json'],
  ['billed', 'billed'],
  ['waitingStopped', 'waiting_stopped'],
  ['notBefore', 'not_before'],
  ['sentAt', 'sent_at'],
  ['settledAt', 'settled_at'],
  ['doubt', 'doubt'],
  ['doubtSince', 'doubt_since'],
  ['doubtPolls', 'doubt_polls'],
  ['finalAt', 'final_at'],
]

export function createJobStore(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
}): JobStore {
  const { db, clock, commits } = deps

  function find(id: string): StoredJob | null {
    const row = db.get<JobRow>(`${selectJobs} WHERE jobs.id = :id`, { id })
    return row === undefined ? null : readJob(row)
  }

  function write(job: StoredJob, assignments: Readonly<Record<string, SqlValue>>): void {
    const names = Object.keys(assignments)
    if (names.length === 0) return
    db.run(`UPDATE jobs SET ${names.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id`, {
      ...assignments,
      id: job.id,
    })
  }

  function need(id: string): StoredJob {
    const job = find(id)
    if (job === null) throw new Error('there is no such job')
    return job
  }

  return {
    find,
    need,
    touch(id) {
      const job = need(id)
      commits.jobChanged(job.id, job.batchId, job.state)
      return job
    },
    move(job, event, patch = {}) {
      const state = nextState(job.state, event)
      const endedAt = isIn('ended', state) ? clock.now() : null
      write(job, { state, ended_at: endedAt, ...assignmentsOf(job, patch) })
      commits.jobChanged(job.id, job.batchId, state)
      return { ...job, ...patch, state, endedAt }
    },
    patch(job, patch) {
      const assignments = assignmentsOf(job, patch)
      if (Object.keys(assignments).length === 0) return job
      write(job, assignments)
      commits.jobChanged(job.id, job.batchId, job.state)
      return { ...job, ...patch }
    },
  }
}

function assignmentsOf(job: StoredJob, patch: JobPatch): Readonly<Record<string, SqlValue>> {
  const assignments: Record<string, SqlValue> = {}
  for (const [key, column] of columns) {
    const value = patch[key]
    if (value === undefined) continue
    const stored = sqlOf(value)
    if (stored !== sqlOf(job[key])) assignments[column] = stored
  }
  return assignments
}

function sqlOf(value: boolean | AppError | SqlValue): SqlValue {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Anything that can't be read as an error counts as none: it is only shown. */
export function errorOf(json: string | null): AppError | null {
  if (json === null) return null
  try {
    return appErrorSchema.parse(JSON.parse(json))
  } catch {
    return null
  }
}

export function readJob(row: JobRow): StoredJob {
  return {
    id: row.id,
    batchId: row.batch_id,
    connectionId: row.connection_id,
    mode: row.mode,
    request: jobRequestSchema.parse(JSON.parse(row.request_json)),
    images: row.images,
    state: row.state,
    progress: row.progress,
    taskId: row.task_id,
    error: errorOf(row.error_json),
    attention: errorOf(row.attention_json),
    billed: row.billed,
    waitingStopped: row.waiting_stopped === 1,
    notBefore: row.not_before,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    answeredAt: row.answered_at,
    endedAt: row.ended_at,
    settledAt: row.settled_at,
    doubt: row.doubt,
    doubtSince: row.doubt_since,
    doubtPolls: row.doubt_polls,
    finalAt: row.final_at,
    row: row.row,
    name: row.name,
    retried: row.retried === 1,
    pageUrl: row.page_url,
    orphaned: row.orphaned === 1,
  }
}
