import { type AppError, AppFailure, appError } from '@shared/errors'
import { traceOf } from './errorTrace'
import type { ChildChannel, Clock, Logger, Ports } from './ports'
import { isFileProblem, storageProblem } from './storageProblem'
import { type TaskWatch, unwatched } from './taskWatch'
import { within } from './within'

/**
 * Work that no request waits for, so there is nobody to report its failure to. It reads the current state each time it
 * runs.
 */
export type Work = () => unknown
type Known = (...args: never[]) => unknown

/**
 * The one way to run anything that no request waits for: timers, microtasks, events, promises nobody holds. Work that
 * the disk refuses is run again, as a whole, until it succeeds: no loop stays dead. Meanwhile the user is informed
 * and nothing is paid for (`onStorage`). An expected failure is logged. Anything else is a bug, and takes the path for
 * bugs.
 */
export interface Guard {
  /**
   * Runs it now. Resolves when this run has ended, whatever the outcome; never rejects. `known`: the function by which it
   * is known if it takes long; default: itself.
   */
  run(work: Work, known?: Known): Promise<void>
  /** Runs it after the current code has ended, in a microtask. */
  soon(work: Work): void
  /**
   * For work that retries on its own: logs a failure under `event`, and reports it if the disk is to blame. In that
   * case it returns the error to show, otherwise null. Once stopped, everything it may use is closed: the error is then
   * `quitting`.
   */
  failed(event: string, problem: unknown, fields?: Parameters<Logger['error']>[1]): AppError | null
  /** Timers whose callbacks run here; promises they return are handled too. */
  readonly clock: Clock
  /** Stops all retries; further failures are only logged. */
  stop(): void
}

/**
 * Milliseconds until work that the disk refused is run again. The wait doubles, and starts over once nothing was
 * refused for `forgotten`.
 */
const wait = { shortest: 1_000, longest: 60_000, forgotten: 120_000 }
/** How many milliseconds to wait for retries before reporting that there is no problem. */
const patienceMs = 10_000

export function createGuard(deps: {
  readonly clock: Clock
  readonly logger: Logger
  /** Writes a little wherever the app writes; fails while that isn't possible. */
  readonly probe: Work
  /** Called if the disk can no longer be written to, and with null once everything it refused has succeeded. */
  readonly onStorage: (error: AppError | null) => void
  /** Default: throws it where nothing catches it. */
  readonly onBug?: (problem: unknown) => void
  /** Measures what runs here. Default: nothing does. */
  readonly tasks?: Pick<TaskWatch, 'measure'>
}): Guard {
  const { clock, logger, probe, onStorage, onBug = throwUncaught, tasks = unwatched } = deps
  /** Refused work that will be retried. */
  const refused = new Set<Work>()
  let trouble: AppError | null = null
  let refusedAt = Number.NEGATIVE_INFINITY
  let tries = 0
  let cancelRetry: (() => void) | null = null
  let stopped = false

  function setTrouble(error: AppError | null): void {
    const changed = (trouble === null) !== (error === null)
    trouble = error
    if (changed) onStorage(error)
  }

  /** Null: only one file was refused, which says nothing about the disk as a whole. */
  function wasRefused(error: AppError | null): void {
    if (stopped) return
    const now = clock.monotonic()
    if (now - refusedAt > wait.forgotten) tries = 0
    refusedAt = now
    if (error !== null) setTrouble(error)
    if (cancelRetry !== null) return
    const ms = Math.min(wait.longest, wait.shortest * 2 ** tries)
    tries++
    cancelRetry = clock.after(ms, () => void retry())
  }

  async function retry(): Promise<void> {
    const isWritable = trouble === null || (await canWrite())
    if (isWritable) {
      const again = [...refused]
      refused.clear()
      await within(clock, patienceMs, Promise.all(again.map((work) => run(work))))
    }
    if (stopped) return
    cancelRetry = null
    if (!isWritable || refused.size > 0) wasRefused(trouble)
    else setTrouble(null)
  }

  async function canWrite(): Promise<boolean> {
    try {
      await probe()
      return true
    } catch (problem) {
      if (stopped) logger.error('background.failedLate', traceOf(problem))
      else if (storageProblem(problem) === null && !isFileProblem(problem)) onBug(problem)
      return false
    }
  }

  function report(work: Work, problem: unknown): void {
    const error = storageProblem(problem)
    if (stopped) logger.error('background.failedLate', traceOf(problem))
    else if (error !== null || isFileProblem(problem)) {
      logger.error('background.refused', { ...traceOf(problem), cause: error?.detail?.cause ?? null })
      refused.add(work)
      wasRefused(error)
    } else if (problem instanceof AppFailure) logger.warn('background.failed', { code: problem.error.code })
    else onBug(problem)
  }

  /** What it calls back is work like any other. */
  const guarded =
    (wait: Clock['after']): Clock['after'] =>
    (ms, callback) => {
      let cancelled = false
      const work = () => (cancelled ? undefined : callback())
      const cancel = wait(ms, () => void run(work, callback, 'timer'))
      return () => {
        cancelled = true
        refused.delete(work)
        cancel()
      }
    }

  function run(
    work: Work,
    known: Known = work,
    kind: Parameters<TaskWatch['measure']>[0] = 'work',
  ): Promise<void> {
    refused.delete(work)
    try {
      const result = tasks.measure(kind, known, work)
      if (result instanceof Promise)
        return result.then(
          () => {},
          (problem) => report(work, problem),
        )
    } catch (problem) {
      report(work, problem)
    }
    return Promise.resolve()
  }

  return {
    run: (work, known) => run(work, known),
    soon: (work) => queueMicrotask(() => void run(work, work, 'soon')),
    failed(event, problem, fields = {}) {
      const error = stopped ? appError('quitting') : storageProblem(problem)
      if (problem instanceof AppFailure) logger.warn(event, { ...fields, code: problem.error.code })
      else logger.error(event, { ...fields, ...traceOf(problem) })
      if (error !== null) wasRefused(error)
      return error
    },
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: guarded((ms, callback) => clock.after(ms, callback)),
      limit: guarded((ms, callback) => clock.limit(ms, callback)),
    },
    stop() {
      stopped = true
      refused.clear()
      cancelRetry?.()
    },
  }
}

/** Sends it down the one path for bugs, whatever the caller was. */
function throwUncaught(problem: unknown): void {
  queueMicrotask(() => {
    throw problem
  })
}

/** Ports as passed to the modules of the core: all their callbacks go through the guard. */
type GuardedPorts = Ports & { readonly guard: Guard }

export function guardedPorts(ports: Ports, guard: Guard): GuardedPorts {
  const { power, processes } = ports
  const guarded = (work: Work) => () => void guard.run(work)

  function guardedChannel(channel: ChildChannel): ChildChannel {
    return {
      ...channel,
      onMessage: (listener) =>
        channel.onMessage((message) => void guard.run(() => listener(message), listener)),
      onExit: (listener) => channel.onExit((code) => void guard.run(() => listener(code), listener)),
    }
  }

  return {
    ...ports,
    guard,
    clock: guard.clock,
    power: {
      ...power,
      onSuspend: (listener) => power.onSuspend(guarded(listener)),
      onResume: (listener) => power.onResume(guarded(listener)),
    },
    processes: { start: (entry, args) => guardedChannel(processes.start(entry, args)) },
  }
}
