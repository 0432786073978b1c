import { AppFailure } from '@shared/errors'
import type { Connections } from '../connections/connections'
import type { Database } from '../db/database'
import { traceOf } from '../errorTrace'
import type { Clock, Logger } from '../ports'
import { backoffMs } from '../service/backoff'
import type { AbortReason } from '../service/exchange'
import type { ServiceClient } from '../service/serviceClient'
import type { PollVerdict } from '../service/verdict'
import type { ConnectionPaces } from './connectionPace'
import type { JobStore, StoredJob } from './jobStore'
import { isKeyTrouble } from './keyTrouble'
import type { Ledger } from './ledger'
import { pollIntervalMs } from './pollPace'
import type { TaskProgress } from './taskProgress'

/** Asks for all tasks, by one timer. */
export interface Poller {
  /** Takes up every task there is, spread over a little time. */
  start(): void
  /** Looks whether a job has a task to be asked for: takes it up or drops it. */
  consider(jobId: string): void
  /** Asks for a task at the next chance. */
  soon(jobId: string): void
  /** Looks for work now; tasks that are late are spread over 10 s, so that a woken computer asks no flood. */
  wake(): void
  /** Looks again who may be asked: a hold ended, say. */
  pump(): void
  stop(): Promise<void>
}

/** Times are monotonic milliseconds. */
interface Watched {
  readonly connectionId: string
  readonly startedAt: number
  dueAt: number
  failures: number
  underway: boolean
}

const spreadMs = 10_000
/** Tasks are spread by this much each, up to `spreadMs`. */
const spreadEachMs = 100
/** Polls under way at once. */
const concurrency = 32
const longestWaitMs = 60_000
const shortestWaitMs = 10

const wantsPoll = `(
  (state = 'running' AND NOT waiting_stopped) OR (state = 'saving' AND EXISTS (
    SELECT 1 FROM items WHERE items.job_id = jobs.id AND items.state = 'pending'))
) AND task_id IS NOT NULL`

export function createPoller(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
  readonly service: Pick<ServiceClient, 'poll'>
  readonly connections: Pick<Connections, 'find' | 'resolve' | 'hold'>
  readonly jobs: JobStore
  readonly ledger: Ledger
  readonly progress: TaskProgress
  readonly paces: ConnectionPaces
}): Poller {
  const { db, clock, logger, random, service, connections, jobs, ledger, progress, paces } = deps
  const tasks = new Map<string, Watched>()
  const underway = new Set<Promise<void>>()
  const aborting = new AbortController()
  let cancelTimer = () => {}

  function watch(job: { id: string; connectionId: string; sentAt: number | null }, inMs: number): void {
    const now = clock.monotonic()
    const age = Math.max(0, clock.now() - (job.sentAt ?? clock.now()))
    tasks.set(job.id, {
      connectionId: job.connectionId,
      startedAt: now - age,
      dueAt: now + inMs,
      failures: 0,
      underway: false,
    })
  }

  const intervalOf = (task: Watched, job: StoredJob | null): number =>
    pollIntervalMs(
      {
        ageMs: clock.monotonic() - task.startedAt,
        unknownForMs:
          job?.doubt === 'unknown' && job.doubtSince !== null
            ? Math.max(0, clock.now() - job.doubtSince)
            : null,
      },
      random,
    )

  function pump(): void {
    cancelTimer()
    if (aborting.signal.aborted) return
    const now = clock.monotonic()
    const silent = new Map<string, number | null>()
    let next = now + longestWaitMs
    const due = [...tasks].filter(([, task]) => !task.underway).sort(([, a], [, b]) => a.dueAt - b.dueAt)
    for (const [jobId, task] of due) {
      if (!silent.has(task.connectionId)) silent.set(task.connectionId, silentUntil(task.connectionId, now))
      const until = silent.get(task.connectionId) ?? null
      // Held: the end of the hold pumps.
      if (until === null) continue
      const at = Math.max(task.dueAt, until)
      if (at > now || underway.size >= concurrency) {
        next = Math.min(next, at)
        continue
      }
      const { bucket } = paces.of(task.connectionId)
      if (bucket.take(now)) ask(jobId, task)
      else {
        silent.set(task.connectionId, bucket.nextAt(now))
        next = Math.min(next, bucket.nextAt(now))
      }
    }
    if (underway.size >= concurrency || tasks.size === 0) return
    cancelTimer = clock.after(Math.max(shortestWaitMs, next - now), pump)
  }

  /** Until when a connection's tasks are not asked for; null while its polls are held. */
  function silentUntil(connectionId: string, now: number): number | null {
    const connection = connections.find(connectionId)
    if (connection === null || connection.hold?.polls === true) return null
    paces.of(connectionId).bucket.limit(connection.pollsPerSecond)
    return Math.max(now, paces.of(connectionId).quietUntil())
  }

  function ask(jobId: string, task: Watched): void {
    task.underway = true
    const work = poll(jobId, task)
      .catch((problem: unknown) => {
        task.failures++
        task.dueAt = clock.monotonic() + backoffMs(task.failures, random) + shortestWaitMs
        logger.error('queue.pollFailed', { job: jobId, ...traceOf(problem) })
      })
      .finally(() => {
        task.underway = false
        underway.delete(work)
        pump()
      })
    underway.add(work)
  }

  async function poll(jobId: string, task: Watched): Promise<void> {
    const job = jobs.find(jobId)
    const attempt = ledger.latest(jobId)
    if (job === null || job.taskId === null || attempt === null) {
      tasks.delete(jobId)
      return
    }
    const { signal } = aborting
    const options = { images: job.images, prompt: job.request.prompt, signal }
    let verdict: PollVerdict
    try {
      const target = await connections.resolve(job.connectionId, attempt.frozen)
      verdict = await service.poll(target, job.taskId, options)
    } catch (problem) {
      if (!(problem instanceof AppFailure)) throw problem
      verdict = isKeyTrouble(problem.error)
        ? { kind: 'hold', error: problem.error }
        : { kind: 'retry', error: problem.error, retryAfterMs: null }
    }
    if (signal.aborted) return
    const after = db.transaction(() => apply(jobId, task, verdict))
    const ms = delayAfter(verdict, task, after)
    task.dueAt = clock.monotonic() + ms
  }

  /** The job may have moved on while it was asked for: then the answer comes too late to matter. */
  function apply(jobId: string, task: Watched, verdict: PollVerdict): StoredJob | null {
    const job = jobs.find(jobId)
    if (job === null || !isWanted(jobId)) return job
    const told = move(job, verdict)
    return told.state === 'running' ? progress.overdue(told, clock.monotonic() - task.startedAt) : told
  }

  function move(job: StoredJob, verdict: PollVerdict): StoredJob {
    switch (verdict.kind) {
      case 'task':
        return progress.told(job, verdict.reading)
      case 'unknownTask':
        return progress.unknown(job, verdict.error)
      case 'failed':
        return progress.failed(job, verdict.error)
      case 'hold':
        connections.hold(job.connectionId, verdict.error, { polls: true })
        return job
      case 'limited':
      case 'retry':
        return job
    }
  }

  function delayAfter(verdict: PollVerdict, task: Watched, job: StoredJob | null): number {
    const pace = paces.of(task.connectionId)
    const interval = intervalOf(task, job)
    switch (verdict.kind) {
      case 'retry':
        task.failures++
        return Math.max(interval, backoffMs(task.failures, random), verdict.retryAfterMs ?? 0)
      case 'limited':
        pace.bucket.slow(clock.monotonic())
        return Math.max(interval, pace.limited(verdict.retryAfterMs))
      case 'task':
        task.failures = 0
        return Math.max(interval, verdict.retryAfterMs ?? 0)
      case 'unknownTask':
      case 'failed':
      case 'hold':
        task.failures = 0
        return interval
    }
  }

  function isWanted(jobId: string): boolean {
    return db.get(`SELECT 1 FROM jobs WHERE id = :jobId AND ${wantsPoll}`, { jobId }) !== undefined
  }

  function spread(late: readonly Watched[]): void {
    const span = Math.min(spreadMs, late.length * spreadEachMs)
    const now = clock.monotonic()
    for (const task of late) task.dueAt = now + random() * span
  }

  return {
    start() {
      const open = db.all<{ id: string; connectionId: string; sentAt: number | null }>(
        `SELECT id, connection_id AS connectionId, sent_at AS sentAt FROM jobs
         WHERE state IN ('running', 'saving') AND ${wantsPoll}`,
      )
      for (const job of open) watch(job, 0)
      spread([...tasks.values()])
      pump()
    },
    consider(jobId) {
      const wanted = isWanted(jobId)
      if (!wanted) {
        tasks.delete(jobId)
        return
      }
      if (tasks.has(jobId)) return
      const job = jobs.need(jobId)
      watch(job, job.state === 'saving' ? 0 : pollIntervalMs({ ageMs: 0, unknownForMs: null }, random))
      pump()
    },
    soon(jobId) {
      const task = tasks.get(jobId)
      if (task !== undefined) task.dueAt = clock.monotonic()
      pump()
    },
    wake() {
      const now = clock.monotonic()
      spread([...tasks.values()].filter((task) => task.dueAt <= now || task.failures > 0))
      pump()
    },
    pump,
    async stop() {
      cancelTimer()
      const reason: AbortReason = 'shutdown'
      aborting.abort(reason)
      await Promise.all(underway)
    },
  }
}
