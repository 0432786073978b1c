import type { Guard } from '../../../guard'
import { abortingMany } from '../../../service/abort'
import { backoffMs } from '../../../service/backoff'
import type { AbortReason } from '../../../service/exchange'
import type { StartRecord } from '../../../startRecord'
import type { StoredJob } from '../../rows/jobFields'
import type { TokenBucket } from '../pace/tokenBucket'
import { mostLikelyDone } from './likelyDone'
import { createPolledTasks, type PolledTask } from './polledTasks'
import { probeIntervalMs } from './pollPace'
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
/** Polls under way at once. */
const concurrency = 32
const longestWaitMs = 60_000
const shortestWaitMs = 10
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

/** The polls of a held connection that find out whether it may go on. */
interface Probes {
  inVain: number
  /** Monotonic milliseconds. */
  nextAt: number
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
  const aborting = abortingMany()
  /** Polls per second of each connection; null while its polls are held. */
  let rates = new Map<string, number | null>()
  const probes = new Map<string, Probes>()
  let timerAt = Number.POSITIVE_INFINITY
  let cancelTimer = () => {}

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
      if (task.underway || starts.isLeftOut('poll', task.jobId)) continue
      const { connectionId } = task.kind
      let gate = gates.get(connectionId)
      if (gate === undefined) {
        gate = gateOf(connectionId)
        gates.set(connectionId, gate)
      }
      const at = Math.max(task.dueAt, gate.opensAt)
      if (at <= now) gate.due.push(task)
      else next = Math.min(next, at)
    }
    for (const gate of gates.values()) next = Math.min(next, askThrough(gate, now))
    if (gates.size > 0) plan(next)
  }

  /** Returns when the remaining ones can be polled. */
  function askThrough({ due, bucket, isHeld }: Gate, now: number): number {
    if (isHeld) return probe(due, now)
    const allowed = Math.min(bucket.tokens(now), concurrency - underway.size)
    for (const task of mostLikelyDone(due, allowed, durations, now)) {
      bucket.take(now)
      begin(task)
    }
    // If others are under way, the end of any of them chooses again.
    const isShort = due.length > allowed && underway.size < concurrency
    return isShort ? Math.max(bucket.nextAt(now), now + choiceMs) : Number.POSITIVE_INFINITY
  }

  /** Polls one task of a held connection. Returns when the next one may be. */
  function probe(due: readonly PolledTask[], now: number): number {
    const [task] = due
    if (task === undefined) return Number.POSITIVE_INFINITY
    const known = probesOf(task.kind.connectionId)
    known.inVain++
    known.nextAt = now + probeIntervalMs(known.inVain, random)
    begin(task)
    return known.nextAt
  }

  function probesOf(connectionId: string): Probes {
    const known = probes.get(connectionId) ?? {
      inVain: 0,
      nextAt: clock.monotonic() + probeIntervalMs(0, random),
    }
    probes.set(connectionId, known)
    return known
  }

  function gateOf(connectionId: string): Gate {
    const { bucket, quietUntil } = paces.of(connectionId)
    const rate = rateOf(connectionId)
    const isHeld = rate === null
    if (rate === null) return { due: [], bucket, isHeld, opensAt: probesOf(connectionId).nextAt }
    probes.delete(connectionId)
    bucket.limit(rate)
    // The end of the obstacle calls `pump`.
    const isUnreached = reach.problem(connectionId) !== null
    return { due: [], bucket, isHeld, opensAt: isUnreached ? Number.POSITIVE_INFINITY : quietUntil() }
  }

  function rateOf(connectionId: string): number | null {
    const known = rates.get(connectionId)
    if (known !== undefined) return known
    const connection = connections.find(connectionId)
    const rate = connection === null || connection.hold?.polls === true ? null : connection.pollsPerSecond
    rates.set(connectionId, rate)
    return rate
  }

  function begin(task: PolledTask): void {
    task.underway = true
    const work = starts
      .during('poll', task.jobId, () => ask(task, aborting.signal))
      .catch((problem: unknown) => {
        task.failures++
        task.dueAt = clock.monotonic() + backoffMs(task.failures, random) + shortestWaitMs
        guard.failed('queue.pollFailed', problem, { job: task.jobId })
      })
      .finally(() => {
        const isFull = underway.size >= concurrency
        task.underway = false
        underway.delete(work)
        if (isFull) void guard.run(choose)
        else plan(task.dueAt)
      })
    underway.add(work)
  }

  function pump(): void {
    rates = new Map()
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
