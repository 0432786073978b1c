import type { Connection } from '@shared/model/connection'
import type { Guard } from '../../../guard'
import { abortingMany } from '../../../service/abort'
import { backoffMs } from '../../../service/backoff'
import type { AbortReason } from '../../../service/exchange'
import type { StartRecord } from '../../../startRecord'
import type { StoredJob } from '../../rows/jobFields'
import type { TokenBucket } from '../pace/tokenBucket'
import { mostLikelyDone } from './likelyDone'
import { createPolledTasks, type PolledTask } from './polledTasks'
import { createProbing } from './probing'
import { createTaskPoll, type TaskPollDeps } from './taskPoll'

/** Polls all tasks with one timer. */
export interface Poller {
  /** Starts polling every task, spread over a short time. */
  start(): void
  /** Checks whether a job has a task to poll, and adds or drops it. */
  consider(job: StoredJob): void
  /** Polls a task at the next opportunity. */
  soon(jobId: string): void
  /**
   * Looks for work now: for the late tasks of one connection, or for all tasks after a sleep of unknown length. The
   * polls are spread over 10 s to avoid a flood. Returns over how many milliseconds.
   */
  wake(connectionId: string | 'all'): number
  /** Checks again which tasks may be polled, for example after a hold ended. */
  pump(): void
  stop(): Promise<void>
}

const spreadMs = 10_000
/** Tasks are spaced by this much, up to `spreadMs` in total. */
const spreadEachMs = 100
/** Polls of one connection under way at once: a service that hangs doesn't keep another one's tasks waiting. */
const concurrency = 32
const longestWaitMs = 60_000
/** Tasks that are due together are chosen in one go: each choice looks at all of them. */
const shortestWaitMs = 25
/** When polls have to wait for the bucket, they are chosen at most this often: unused tokens are kept. */
const choiceMs = 250

/** What a connection allows now. */
interface Gate {
  readonly due: PolledTask[]
  readonly bucket: TokenBucket
  /** Monotonic milliseconds; infinite while nothing helps. */
  readonly opensAt: number
  /** Its polls are held: one finds out whether they may go on. */
  readonly isHeld: boolean
}

export interface PollerDeps extends Omit<TaskPollDeps, 'tasks'> {
  readonly guard: Pick<Guard, 'run' | 'failed'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
}

export function createPoller(deps: PollerDeps): Poller {
  const { clock, guard, random, connections, paces, reach, durations, starts } = deps
  const tasks = createPolledTasks(deps)
  const ask = createTaskPoll({ ...deps, tasks })
  const underway = new Set<Promise<void>>()
  /** How many of each connection are under way. */
  const counts = new Map<string, number>()
  const aborting = abortingMany()
  /** Polls per second of each connection; null while its polls are held. */
  let rates = new Map<string, number | null>()
  const probing = createProbing(deps)
  /** Where each connection may ask for its tasks, as text. */
  const asksAt = new Map<string, string>()
  let timerAt = Number.POSITIVE_INFINITY
  let cancelTimer = () => {}

  const countOf = (connectionId: string) => counts.get(connectionId) ?? 0

  function plan(at: number): void {
    if (at >= timerAt || aborting.signal.aborted) return
    cancelTimer()
    timerAt = at
    cancelTimer = clock.after(Math.max(shortestWaitMs, at - clock.monotonic()), choose)
  }

  /** Polls the tasks that are due, as far as each connection's bucket allows. */
  function choose(): void {
    cancelTimer()
    timerAt = Number.POSITIVE_INFINITY
    if (aborting.signal.aborted) return
    const now = clock.monotonic()
    const gates = new Map<string, Gate>()
    let next = now + longestWaitMs
    for (const task of tasks.all()) {
      // Its end plans the next poll.
      if (task.underway) continue
      const { connectionId } = task.kind
      let gate = gates.get(connectionId)
      if (gate === undefined) {
        gate = gateOf(connectionId)
        gates.set(connectionId, gate)
      }
      const at = Math.max(task.dueAt, gate.opensAt)
      if (at > now) next = Math.min(next, at)
      else if (!starts.isLeftOut('poll', task.jobId)) gate.due.push(task)
    }
    for (const [id, gate] of gates) next = Math.min(next, askThrough(id, gate, now))
    if (gates.size > 0) plan(next)
  }

  /** Returns when the remaining ones can be polled. */
  function askThrough(connectionId: string, { due, bucket, isHeld }: Gate, now: number): number {
    if (isHeld) return probe(connectionId, due)
    const pace = paces.of(connectionId)
    const [likeliest] = pace.arePollsTried() ? mostLikelyDone(due, 1, durations, now) : []
    if (likeliest !== undefined) {
      begin(likeliest)
      return pace.tryPoll()
    }
    const free = concurrency - countOf(connectionId)
    const allowed = Math.min(bucket.tokens(now), free)
    for (const task of mostLikelyDone(due, allowed, durations, now)) {
      bucket.take(now)
      begin(task)
    }
    // If as many as may be are under way, the end of any of them chooses again.
    const isShort = due.length > allowed && allowed < free
    return isShort ? Math.max(bucket.nextAt(now), now + choiceMs) : Number.POSITIVE_INFINITY
  }

  /** Polls one task of a held connection. Returns when the next one may be. */
  function probe(connectionId: string, due: readonly PolledTask[]): number {
    const task = probing.choose(connectionId, due)
    if (task === null) return Number.POSITIVE_INFINITY
    begin(task)
    return probing.nextAt(connectionId)
  }

  function gateOf(connectionId: string): Gate {
    const { bucket, pollsFrom } = paces.of(connectionId)
    const rate = rateOf(connectionId)
    const isHeld = rate === null
    if (rate === null) return { due: [], bucket, isHeld, opensAt: probing.nextAt(connectionId) }
    probing.end(connectionId)
    bucket.limit(rate)
    // The end of the obstacle calls `pump`.
    const isUnreached = reach.problem(connectionId) !== null
    return { due: [], bucket, isHeld, opensAt: isUnreached ? Number.POSITIVE_INFINITY : pollsFrom() }
  }

  function rateOf(connectionId: string): number | null {
    const known = rates.get(connectionId)
    if (known !== undefined) return known
    const connection = connections.find(connectionId)
    const rate = connection === null || connection.hold?.polls === true ? null : connection.pollsPerSecond
    rates.set(connectionId, rate)
    if (!asksAt.has(connectionId)) asksAt.set(connectionId, placesOf(connection))
    return rate
  }

  function begin(task: PolledTask): void {
    const { connectionId } = task.kind
    task.underway = true
    counts.set(connectionId, countOf(connectionId) + 1)
    const work = starts
      .during('poll', task.jobId, () => ask(task, aborting.signal))
      .catch((problem: unknown) => {
        task.failures++
        task.dueAt = clock.monotonic() + backoffMs(task.failures, random) + shortestWaitMs
        guard.failed('queue.pollFailed', problem, { job: task.jobId })
      })
      .finally(() => {
        const isFull = countOf(connectionId) >= concurrency
        task.underway = false
        underway.delete(work)
        counts.set(connectionId, countOf(connectionId) - 1)
        if (isFull) void guard.run(choose)
        else plan(task.dueAt)
      })
    underway.add(work)
  }

  /** Where a connection asks for its tasks has changed: those that were unknown are asked for anew. */
  function revisit(): void {
    for (const [id, before] of asksAt) {
      const now = placesOf(connections.find(id))
      if (now === before) continue
      asksAt.set(id, now)
      for (const task of tasks.all())
        if (task.kind.connectionId === id && task.astray !== null)
          Object.assign(task, { astray: null, place: 0, dueAt: clock.monotonic() })
    }
  }

  function pump(): void {
    rates = new Map()
    revisit()
    choose()
  }

  function spread(late: readonly PolledTask[]): number {
    const span = Math.min(spreadMs, late.length * spreadEachMs)
    const now = clock.monotonic()
    for (const task of late) task.dueAt = now + random() * span
    return span
  }

  return {
    start() {
      tasks.addAll()
      spread([...tasks.all()])
      pump()
    },
    consider(job) {
      if (!tasks.isWanted(job.id)) return tasks.forget(job.id, { isRunning: job.state === 'running' })
      const polled = tasks.find(job.id)
      if (polled === undefined) return plan(tasks.add(job.id).dueAt)
      // Unless its own poll was the last to write.
      if (polled.known?.job !== job) polled.known = null
    },
    soon(jobId) {
      const task = tasks.find(jobId)
      if (task !== undefined) task.dueAt = clock.monotonic()
      choose()
    },
    wake(connectionId) {
      const now = clock.monotonic()
      const span = spread(
        [...tasks.all()].filter(
          ({ kind, dueAt, failures }) =>
            connectionId === 'all' || (connectionId === kind.connectionId && (dueAt <= now || failures > 0)),
        ),
      )
      pump()
      return span
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

function placesOf(connection: Connection | null): string {
  return connection === null ? '' : JSON.stringify([connection.taskPath, connection.taskOrigins])
}
