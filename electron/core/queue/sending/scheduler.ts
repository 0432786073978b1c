import { AppFailure } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { Connections, FrozenTarget } from '../../connections/connections'
import { traceOf } from '../../errorTrace'
import type { Clock, Logger } from '../../ports'
import type { Target } from '../../service/target'
import type { Reach } from '../interruptions/reach'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { Claims } from './claims'
import type { DailyCaps } from './dailyCaps'
import { isKeyTrouble } from './keyTrouble'
import type { Submitter } from './submitter'

/** Sends what is due, as far as slots, ramps, holds and the service's own wishes allow. */
export interface Scheduler {
  /** Looks for work now. */
  pump(): void
  /** Claims nothing any more. */
  stop(): Promise<void>
}

/** Bounds of the wait until it looks again by itself, in milliseconds. */
const wait = { shortest: 20, longest: 30_000 }
/** How long a connection's sends rest after they failed in a way nobody foresaw. */
const restMs = 5_000

export function createScheduler(deps: {
  readonly clock: Clock
  readonly logger: Logger
  readonly connections: Pick<Connections, 'find' | 'freeze' | 'resolve' | 'hold'>
  readonly claims: Claims
  readonly submitter: Pick<Submitter, 'send'>
  readonly paces: ConnectionPaces
  readonly dailyCaps: DailyCaps
  readonly reach: Pick<Reach, 'problem' | 'missed'>
  /** The person paused the queue, or something of this computer holds all sends. */
  readonly isHeld: () => boolean
}): Scheduler {
  const { clock, logger, connections, claims, submitter, paces, reach, dailyCaps, isHeld } = deps
  /** Connections being served, and whether to look once more afterwards. */
  const serving = new Map<string, { again: boolean; readonly end: Promise<void> }>()
  let stopped = false
  let cancelTimer = () => {}

  function pump(): void {
    cancelTimer()
    if (stopped) return
    const capped = dailyCaps.review()
    if (isHeld()) return
    const due = claims.connectionsDue()
    // Before what is due is served: a time that comes in between is then looked at once more, not missed.
    const gates = due.map((id) => paces.of(id).sendsFrom() - clock.monotonic()).filter((ms) => ms > 0)
    for (const id of due) serve(id)
    if (due.length === 0 && !capped) return
    // A task that becomes overdue frees its slot without any event, and midnight comes without any.
    const ms = Math.max(Math.min(wait.longest, ...gates), wait.shortest)
    cancelTimer = clock.after(ms, pump)
  }

  function serve(id: string): void {
    const known = serving.get(id)
    if (known !== undefined) {
      known.again = true
      return
    }
    const end = sendWhatFits(id)
      .catch((problem: unknown) => {
        paces.of(id).postpone(restMs)
        logger.error('queue.schedulerFailed', traceOf(problem))
      })
      .finally(() => {
        const again = serving.get(id)?.again === true
        serving.delete(id)
        // This one alone: two that look at each other in turn would never let anything else run.
        if (again && !stopped) serve(id)
      })
    serving.set(id, { again: false, end })
  }

  const maySend = (connection: Connection): boolean =>
    !stopped &&
    !isHeld() &&
    connection.hold === null &&
    !connection.paused &&
    reach.problem(connection.id) === null &&
    paces.of(connection.id).sendsFrom() <= clock.monotonic()

  function mayClaim(connection: Connection): boolean {
    if (!maySend(connection)) return false
    const found = claims.look(connection)
    if (found === 'capped') dailyCaps.hold(connection)
    return found === 'some'
  }

  async function sendWhatFits(id: string): Promise<void> {
    const connection = connections.find(id)
    if (connection === null || !mayClaim(connection)) return
    const frozen = connections.freeze(id)
    const target = await resolve(id, frozen)
    if (target === null) return
    const now = connections.find(id)
    if (now === null || !mayClaim(now)) return
    if (!isSame(frozen, connections.freeze(id))) return serve(id)
    for (const claim of claims.take(now, frozen)) submitter.send(claim, target)
  }

  async function resolve(id: string, frozen: FrozenTarget): Promise<Target | null> {
    try {
      return await connections.resolve(id, frozen)
    } catch (problem) {
      if (!(problem instanceof AppFailure)) throw problem
      if (isKeyTrouble(problem.error)) connections.hold(id, problem.error, { polls: false })
      else reach.missed(id, problem.error)
      logger.warn('queue.targetMissing', { code: problem.error.code })
      pump()
      return null
    }
  }

  return {
    pump,
    async stop() {
      stopped = true
      cancelTimer()
      await Promise.all([...serving.values()].map(({ end }) => end))
    },
  }
}

function isSame(one: FrozenTarget, other: FrozenTarget): boolean {
  return one.origin === other.origin && one.pathPrefix === other.pathPrefix && one.keyId === other.keyId
}
