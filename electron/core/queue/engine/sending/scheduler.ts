import { AppFailure } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { SendGate } from '@shared/model/sendGate'
import type { Connections, FrozenTarget } from '../../../connections/connections'
import { isKeyTrouble } from '../../../connections/keyTrouble'
import type { Guard } from '../../../guard'
import type { Clock, Logger } from '../../../ports'
import type { Target } from '../../../service/target'
import type { PauseSwitch } from '../../rows/pauseSwitch'
import type { Reach } from '../interruptions/reach'
import type { SendQuestion } from '../interruptions/sendQuestion'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { Claims } from './claims'
import type { DailyCaps } from './dailyCaps'
import type { SendGates } from './sendGates'
import type { Submitter } from './submitter'

/**
 * Sends what is due, as far as slots, ramps, holds and the service's own limits allow. What the user cancels or pauses is
 * taken back if nothing of it is on the wire yet. It looks for work:
 * - after each commit that changed the queue, its own included: a job was queued, answered or ended, a batch paused,
 *   the switch turned, the question about what waited answered;
 * - when a connection changed: its address, key, slots, prices, cap or hold;
 * - when all sends are no longer held, the computer woke, a service is reached again, or work that the start left out
 *   is taken up;
 * - when the destination or the key of a connection could not be found, for the others;
 * - when a wait ends that a service or the pace of a connection asked for;
 * - every 30 seconds while something is due: a task becomes overdue, and midnight passes, without any event.
 */
export interface Scheduler {
  /** It sends from now on. */
  start(): void
  /** Looks for work now. */
  pump(): void
  /** The user lets a connection send: what waits on it isn't asked about. */
  allowed(connectionId: string): void
  /** Stops claiming. */
  stop(): Promise<void>
}

/** Bounds of the wait until it looks again on its own, in milliseconds. */
const wait = { shortest: 20, longest: 30_000 }
/** How long a connection's sends rest after they failed in an unforeseen way, in milliseconds. */
const restMs = 5_000

export function createScheduler(deps: {
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run' | 'failed'>
  readonly connections: Pick<Connections, 'live' | 'freeze' | 'resolve' | 'hold'>
  readonly claims: Claims
  readonly submitter: Pick<Submitter, 'send' | 'underway' | 'recall'>
  readonly paces: ConnectionPaces
  readonly dailyCaps: DailyCaps
  readonly reach: Pick<Reach, 'missed'>
  readonly gates: Pick<SendGates, 'of' | 'areAllShut'>
  readonly question: Pick<SendQuestion, 'consider'>
  readonly pauseSwitch: Pick<PauseSwitch, 'isPaused'>
}): Scheduler {
  const { clock, logger, guard, connections, claims, submitter, paces, reach, dailyCaps, gates } = deps
  const { question, pauseSwitch } = deps
  /**
   * Connections that couldn't send when they were last looked at: what waits on them is asked about once they can. Not
   * those that the user stopped, because resuming them is the answer.
   */
  const shut = new Set<string>()
  /** Connections being served, and whether to look once more afterwards. */
  const serving = new Map<string, { again: boolean; readonly end: Promise<void> }>()
  /** Not before everything that earlier runs left behind is recovered. */
  let started = false
  let stopped = false
  let cancelTimer = () => {}

  function pump(): void {
    cancelTimer()
    if (!started) return
    // Also while the app quits: it waits for answers then.
    const underway = submitter.underway()
    if (underway.length > 0) submitter.recall(pauseSwitch.isPaused() ? underway : claims.stoppedOf(underway))
    if (stopped) return
    const capped = dailyCaps.review()
    const due = claims.connectionsDue()
    if (gates.areAllShut()) {
      if (pauseSwitch.isPaused()) shut.clear()
      else for (const id of due) shut.add(id)
      return
    }
    // Before the due ones are served: a time that passes in between causes one more look instead of being missed.
    const waits = due.map((id) => paces.of(id).sendsFrom() - clock.monotonic()).filter((ms) => ms > 0)
    for (const id of due) serve(id)
    if (due.length === 0 && !capped) return
    // A task that becomes overdue frees its slot without any event, and midnight passes without one.
    const ms = Math.max(Math.min(wait.longest, ...waits), wait.shortest)
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
        guard.failed('queue.schedulerFailed', problem)
      })
      .finally(() => {
        const again = serving.get(id)?.again === true
        serving.delete(id)
        // Only this one: two that cause each other to look again would never end.
        if (again) void guard.run(() => serve(id))
      })
    serving.set(id, { again: false, end })
  }

  const isOpen = (connection: Connection): boolean => !stopped && gates.of(connection).kind === 'open'

  /**
   * The user is shown when it goes on, or it only waits for images to come, so nothing is asked then: only after a start or a
   * sleep, as ever.
   */
  const endsOnTime = (gate: SendGate): boolean =>
    gate.kind === 'resting' ||
    gate.kind === 'quiet' ||
    gate.kind === 'undelivered' ||
    (gate.kind === 'held' && gate.error.code === 'dailyCapReached')

  function noteGate(id: string, gate: SendGate): void {
    if (gate.kind === 'open') {
      if (shut.delete(id)) question.consider(id)
    } else if (gate.kind === 'connectionPaused') shut.delete(id)
    else if (!endsOnTime(gate)) shut.add(id)
  }

  function mayClaim(connection: Connection): boolean {
    if (stopped) return false
    const gate = gates.of(connection)
    // The cause that keeps requests waiting is shown until it is fixed.
    if (gate.kind === 'held' && connection.hold === null)
      connections.hold(connection.id, gate.error, { polls: false })
    noteGate(connection.id, gate)
    if (gate.kind !== 'open') return false
    const found = claims.look(connection)
    if (found === 'capped') dailyCaps.hold(connection)
    return found === 'some'
  }

  async function sendWhatFits(id: string): Promise<void> {
    const connection = connections.live(id)
    if (connection === null || !mayClaim(connection)) return
    const frozen = connections.freeze(id)
    const target = await resolve(id, frozen)
    if (target === null) return
    const taken = claims.take(id, frozen, isOpen)
    switch (taken.kind) {
      case 'claimed':
        paces.of(id).sent()
        for (const claim of taken.claims) submitter.send(claim, target)
        return
      case 'capped':
        return dailyCaps.hold(taken.connection)
      case 'changed':
        return serve(id)
      case 'nothing':
        return
    }
  }

  async function resolve(id: string, frozen: FrozenTarget): Promise<Target | null> {
    try {
      return await connections.resolve(id, frozen)
    } catch (problem) {
      if (!(problem instanceof AppFailure)) throw problem
      if (!isKeyTrouble(problem.error)) reach.missed(id, problem.error)
      // Another key may have taken its place meanwhile.
      else if (connections.freeze(id).keyId === frozen.keyId)
        connections.hold(id, problem.error, { polls: false })
      logger.warn('queue.targetMissing', { code: problem.error.code })
      void guard.run(pump)
      return null
    }
  }

  return {
    start() {
      started = true
      pump()
    },
    pump,
    allowed(id) {
      shut.delete(id)
    },
    async stop() {
      stopped = true
      cancelTimer()
      await Promise.all([...serving.values()].map(({ end }) => end))
    },
  }
}
