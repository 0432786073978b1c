import type { JobState } from '@shared/model/job'
import type { FrozenTarget } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import { states } from '../../../jobMachine'
import type { Clock } from '../../../ports'
import type { StoredJob } from '../../rows/jobFields'
import { pollIntervalMs } from './pollPace'
import type { TaskDurations, TaskKind } from './taskDurations'

/** A task that is being polled. Times are monotonic milliseconds. */
export interface PolledTask {
  readonly jobId: string
  /** One object shared by all tasks of a kind. */
  readonly kind: TaskKind
  readonly startedAt: number
  /** Since when this run has polled it. */
  readonly polledFrom: number
  /** When the service last said that the task was running; `startedAt` until the first poll. */
  seenAt: number
  /** How long after `seenAt` it is due for a poll. */
  plannedMs: number
  dueAt: number
  failures: number
  /** Since when polls have failed; null if the last one didn't. */
  failingSince: number | null
  /** What the service says in answers that may be of another failure than this task's; null if the last wasn't one. */
  claim: FailureClaim | null
  /** Answers in a row as if there were no such task; null if the last wasn't one. */
  astray: Astray | null
  /** Which of the places where it may be asked for is next: counted on when it isn't known at one. */
  place: number
  /** How often it was asked about; null if another run asked too, or the user stopped waiting in between. */
  polls: number | null
  underway: boolean
  /** It is polled with the key in use, because the one that it was sent with was refused. */
  withLatestKey: boolean
  /** The key that the service last answered with about it; null once a key was refused. */
  acceptedKey: string | null
  /** The last refusal of the key in use; null once the service answered. */
  refusal: KeyRefusal | null
  /** What its rows say; null if they must be read again. */
  known: KnownTask | null
}

interface KeyRefusal {
  readonly keyId: string
  /** How many answers the key had got by then. */
  readonly answers: number
  /** It concerns this task alone. */
  readonly isAlone: boolean
}

/** The same words in a row. */
interface FailureClaim {
  readonly words: string
  readonly since: number
  readonly times: number
}

interface Astray {
  readonly since: number
  readonly times: number
}

export interface KnownTask {
  readonly job: StoredJob
  readonly taskId: string
  readonly attemptId: string
  readonly frozen: FrozenTarget
  /** What the service said last, if applying it again would change nothing; otherwise null. */
  readonly said: string | null
}

/** The tasks that are being polled, in memory. */
export interface PolledTasks {
  all(): Iterable<PolledTask>
  find(jobId: string): PolledTask | undefined
  /** Whether the job has a task to poll, according to its rows. */
  isWanted(jobId: string): boolean
  /** Adds every task once, due now. */
  addAll(): void
  /** Adds the task of a job: due at once if only a fresh URL is wanted, otherwise when its expected duration says. */
  add(jobId: string): PolledTask
  /** `isRunning`: its task hasn't ended. */
  forget(jobId: string, options?: { readonly isRunning: boolean }): void
}

const wantsPoll = `(
  (state = 'running' AND NOT waiting_stopped) OR (state = 'saving' AND EXISTS (
    SELECT 1 FROM items WHERE items.job_id = jobs.id AND items.state = 'pending'))
) AND task_id IS NOT NULL`

interface Row {
  readonly id: string
  readonly connection_id: string
  readonly model: string
  readonly mode: TaskKind['mode']
  readonly state: JobState
  readonly sent_at: number | null
}
const selectRows =
  "SELECT id, connection_id, request_json ->> 'model' AS model, mode, state, sent_at FROM jobs"

export function createPolledTasks(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly random: () => number
  readonly durations: TaskDurations
}): PolledTasks {
  const { db, clock, random, durations } = deps
  const tasks = new Map<string, PolledTask>()
  const kinds = new Map<string, TaskKind>()
  const began = clock.now()
  /** Jobs that were forgotten before their task ended. */
  const interrupted = new Set<string>()

  /** One object per kind. */
  function kindOf({ connection_id: connectionId, model, mode }: Row): TaskKind {
    const name = `${connectionId} ${mode} ${model}`
    const kind = kinds.get(name) ?? { connectionId, model, mode }
    kinds.set(name, kind)
    return kind
  }

  function addRow(row: Row, polls: number | null): PolledTask {
    const { id, sent_at } = row
    const now = clock.monotonic()
    const startedAt = now - Math.max(0, clock.now() - (sent_at ?? clock.now()))
    const task: PolledTask = {
      jobId: id,
      kind: kindOf(row),
      startedAt,
      polledFrom: now,
      seenAt: startedAt,
      plannedMs: 0,
      dueAt: now,
      failures: 0,
      failingSince: null,
      claim: null,
      astray: null,
      place: 0,
      polls,
      underway: false,
      withLatestKey: false,
      acceptedKey: null,
      refusal: null,
      known: null,
    }
    tasks.set(id, task)
    return task
  }

  return {
    all: () => tasks.values(),
    find: (jobId) => tasks.get(jobId),
    isWanted: (jobId) =>
      db.get(`SELECT 1 FROM jobs WHERE id = :jobId AND ${wantsPoll}`, { jobId }) !== undefined,
    addAll() {
      const rows = db.all<Row>(`${selectRows} WHERE state IN ${states.polled} AND ${wantsPoll}`)
      for (const row of rows) if (!tasks.has(row.id)) addRow(row, null)
    },
    add(jobId) {
      const row = db.get<Row>(`${selectRows} WHERE id = :jobId`, { jobId })
      if (row === undefined) throw new Error('there is no such job')
      const isWhole = (row.sent_at ?? 0) >= began && !interrupted.has(jobId)
      const task = addRow(row, isWhole ? 0 : null)
      if (row.state === 'saving') return task
      const ageMs = clock.monotonic() - task.startedAt
      task.plannedMs = pollIntervalMs(
        { ageMs, polledMs: 0, unknownForMs: null },
        durations.of(task.kind),
        random,
      )
      task.dueAt += task.plannedMs
      return task
    },
    forget(jobId, { isRunning } = { isRunning: false }) {
      if (tasks.delete(jobId) && isRunning) interrupted.add(jobId)
    },
  }
}
