import { type AppError, appErrorSchema } from '@shared/errors'
import { jobRequestSchema, type Mode } from '@shared/model/draft'
import type { Billed, JobState } from '@shared/model/job'
import type { SqlValue } from '../../db/database'

/** What makes a running task doubtful. */
export type Doubt = 'unknown' | 'imageless'

interface Field<Value, Use extends { readonly patched?: true; readonly shown?: true }> {
  /** Of `selectJobs`. */
  readonly column: string
  readonly read: (stored: SqlValue) => Value
  /** `patched`: may be written besides the state. `shown`: the window sees it as it is. */
  readonly use: Use
}

const own = {} as const
const shown = { shown: true } as const
const patched = { patched: true } as const
const both = { patched: true, shown: true } as const

function field<Value>() {
  return <Use extends Field<Value, object>['use']>(
    column: string,
    use: Use,
    // The table is STRICT, and damaged rows were repaired at the start: a column holds what is named here.
    read = (stored: SqlValue) => stored as Value,
  ): Field<Value, Use> => ({ column, read, use })
}

const isSet = (stored: SqlValue): boolean => stored === 1
const textOf = (stored: SqlValue): string => String(stored)

/** Every field of a job, without its items: its column, how that is read, and who uses it. */
const fields = {
  id: field<string>()('id', shown),
  batchId: field<string>()('batch_id', shown),
  connectionId: field<string>()('connection_id', shown),
  mode: field<Mode>()('mode', shown),
  request: field<ReturnType<typeof jobRequestSchema.parse>>()('request_json', shown, (json) =>
    jobRequestSchema.parse(JSON.parse(textOf(json))),
  ),
  images: field<number>()('images', both),
  state: field<JobState>()('state', shown),
  progress: field<number | null>()('progress', both),
  taskId: field<string | null>()('task_id', both),
  /** Where the answer says that its task is asked for: a path from the service's origin, or an address elsewhere. */
  askAt: field<string | null>()('ask_at', patched),
  /** Only its form shows that the id is a task's. */
  isProvisional: field<boolean>()('provisional', patched, isSet),
  error: field<AppError | null>()('error_json', both, storedError),
  attention: field<AppError | null>()('attention_json', both, storedError),
  billed: field<Billed>()('billed', both),
  waitingStopped: field<boolean>()('waiting_stopped', both, isSet),
  notBefore: field<number | null>()('not_before', patched),
  createdAt: field<number>()('created_at', shown),
  sentAt: field<number | null>()('sent_at', both),
  answeredAt: field<number | null>()('answered_at', shown),
  endedAt: field<number | null>()('ended_at', shown),
  settledAt: field<number | null>()('settled_at', both),
  doubt: field<Doubt | null>()('doubt', patched),
  doubtSince: field<number | null>()('doubt_since', patched),
  doubtPolls: field<number>()('doubt_polls', patched),
  /** Since when the task's own status has been final while entries are open; otherwise null. */
  finalAt: field<number | null>()('final_at', patched),
  /** The row of its batch's table it was made from, 1-based; null if there is none. */
  row: field<number | null>()('row', own),
  /** The user's name for it. */
  name: field<string | null>()('name', shown),
  /** Pictures that were found in its answers, and that the user may take. */
  found: field<number>()('found', own),
  /** See `wasSentAgain`. */
  sentAgain: field<boolean>()('sent_again', own, isSet),
  /** Another job is a retry of this one. */
  retried: field<boolean>()('retried', own, isSet),
  /** The page of its connection; empty if it has none. */
  pageUrl: field<string>()('page_url', own),
  /** Its connection was removed: nothing is sent on it any more. */
  orphaned: field<boolean>()('orphaned', own, isSet),
}

type Fields = typeof fields
type FieldsFor<Use> = {
  [Name in keyof Fields]: Fields[Name]['use'] extends Use ? Name : never
}[keyof Fields]

/** A job as the queue works on it, without its items. */
export type StoredJob = { readonly [Name in keyof Fields]: ReturnType<Fields[Name]['read']> }

/** What may be written besides the state, which only an event can change. */
export type JobPatch = Partial<Pick<StoredJob, FieldsFor<{ readonly patched: true }>>>

/** Nothing makes the task doubtful any more. */
export const noDoubt = { doubt: null, doubtSince: null, doubtPolls: 0 } as const satisfies JobPatch

/** What the window sees of a job as it is. */
export type ShownFields = Pick<StoredJob, FieldsFor<{ readonly shown: true }>>

/** A row of `selectJobs`. */
export type JobRow = Readonly<Record<string, SqlValue>>

/** Of `jobs`, in SQL: an answer was paid for that nobody could read, and then another one, read or not. */
export const wasSentAgain = `EXISTS (SELECT 1 FROM attempts AS former JOIN attempts AS later
  ON later.job_id = former.job_id AND later.number > former.number AND later.outcome IN ('accepted', 'uncertain')
  WHERE former.job_id = jobs.id AND former.outcome = 'uncertain')`

/** Columns and joins every reader of whole jobs selects. */
export const selectJobs = `SELECT jobs.*, connections.page_url, connections.archived_at IS NOT NULL AS orphaned,
  (SELECT count(*) FROM found_images WHERE job_id = jobs.id AND found_images.state = 'offered') AS found,
  (SELECT exchanged_at FROM attempts WHERE job_id = jobs.id ORDER BY number DESC LIMIT 1) AS answered_at,
  ${wasSentAgain} AS sent_again
  FROM jobs JOIN connections ON connections.id = jobs.connection_id`

const names = Object.keys(fields) as (keyof Fields)[]
const patchedNames = names.filter((name) => 'patched' in fields[name].use) as (keyof JobPatch)[]
const shownNames = names.filter((name) => 'shown' in fields[name].use)

export const readJob = (row: JobRow): StoredJob => jobOf((name) => row[fields[name].column] ?? null)

/**
 * The same jobs, each as one value: every column that is read costs as much as finding the row, so a thousand jobs are
 * read in a third of the time. `which`: what follows `selectJobs`.
 */
export const selectPackedJobs = (which: string): string =>
  `SELECT json_array(${names.map((name) => fields[name].column)}) AS packed FROM (${selectJobs} ${which})`

/** Reads a row of `selectPackedJobs`. */
export function readPackedJob({ packed }: { readonly packed: string }): StoredJob {
  const values: readonly SqlValue[] = JSON.parse(packed)
  return jobOf((_, at) => values[at] ?? null)
}

function jobOf(stored: (name: keyof Fields, at: number) => SqlValue): StoredJob {
  const job: Record<string, unknown> = {}
  names.forEach((name, at) => {
    job[name] = fields[name].read(stored(name, at))
  })
  return job as StoredJob
}

export function shownFields(job: StoredJob): ShownFields {
  const seen: Record<string, unknown> = {}
  for (const name of shownNames) seen[name] = job[name]
  return seen as ShownFields
}

/** The columns that a patch changes, with what they hold then. */
export function assignmentsOf(job: StoredJob, patch: JobPatch): Readonly<Record<string, SqlValue>> {
  const assignments: Record<string, SqlValue> = {}
  for (const name of patchedNames) {
    const value = patch[name]
    if (value === undefined) continue
    const stored = sqlOf(value)
    if (stored !== sqlOf(job[name])) assignments[fields[name].column] = stored
  }
  return assignments
}

function sqlOf(value: boolean | AppError | SqlValue): SqlValue {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Nobody knows what became of its request: what was billed before stays so. */
export const mayBeBilled = ({ billed }: Pick<StoredJob, 'billed'>): Billed =>
  billed === 'yes' ? 'yes' : 'maybe'

/** Anything that can't be read as an error counts as none: it is only shown. */
export function storedError(json: SqlValue): AppError | null {
  if (typeof json !== 'string') return null
  try {
    return appErrorSchema.parse(JSON.parse(json))
  } catch {
    return null
  }
}
