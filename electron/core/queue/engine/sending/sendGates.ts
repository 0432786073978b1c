import type { AppError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import {
  openGate,
  type SendGate,
  type SendHolder,
  type ShutGate,
  sendHolderSchema,
} from '@shared/model/sendGate'
import { keyTroubleOf } from '../../../connections/keyTrouble'
import type { Clock } from '../../../ports'
import type { PauseSwitch } from '../../rows/pauseSwitch'
import type { Reach } from '../interruptions/reach'
import type { Suspension } from '../interruptions/suspension'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { UndeliveredBounds } from './undeliveredBounds'

type Gate<K extends SendGate['kind']> = Extract<SendGate, { readonly kind: K }>
type OfBatch = 'batchPaused' | 'cancelling' | 'asked'
/** Reasons that the window works out for requests that aren't queued yet. */
type OfDraft = 'priceless' | 'pastCap'
type OfConnection = Exclude<ShutGate['kind'], 'removed' | OfBatch | OfDraft>

/** The gates of paid sends: the scheduler obeys them, and the window shows them. */
export interface SendGates {
  /** What keeps the requests of a live connection from being sent now; if there are several reasons, the first. */
  of(connection: Connection): SendGate
  /** Nothing may be sent on any connection. */
  areAllShut(): boolean
  /** Holds all sends for one reason until called with null for the same one. */
  hold(by: SendHolder, error: AppError | null): void
  holdOf(by: SendHolder): AppError | null
}

export function createSendGates(deps: {
  readonly clock: Clock
  readonly pauseSwitch: Pick<PauseSwitch, 'isPaused'>
  readonly suspension: Pick<Suspension, 'isOn'>
  readonly reach: Pick<Reach, 'problem'>
  readonly paces: ConnectionPaces
  readonly bounds: Pick<UndeliveredBounds, 'reached'>
}): SendGates {
  const { clock, pauseSwitch, suspension, reach, paces, bounds } = deps
  const holds = new Map<SendHolder, AppError>()

  function computer(): Gate<'computer'> | null {
    for (const by of sendHolderSchema.options) {
      const error = holds.get(by)
      if (error !== undefined) return { kind: 'computer', by, error }
    }
    return null
  }

  function untilOf(monotonic: number): number | null {
    const ms = monotonic - clock.monotonic()
    return ms > 0 ? clock.now() + Math.ceil(ms) : null
  }

  /** Those that shut every connection. */
  const general = {
    computer,
    paused: () => (pauseSwitch.isPaused() ? { kind: 'paused' as const } : null),
    asleep: () => (suspension.isOn() ? { kind: 'asleep' as const } : null),
  }

  /** Every reason, in the order in which they are named: first what the user did, then what else prevents sending. */
  const reasons: { readonly [K in OfConnection]: (connection: Connection) => Gate<K> | null } = {
    ...general,
    connectionPaused: ({ paused }) => (paused ? { kind: 'connectionPaused' } : null),
    held({ hold, keyState, name }) {
      const error = hold?.error ?? keyTroubleOf(keyState, name)
      return error === null ? null : { kind: 'held', error }
    },
    unreached({ id }) {
      const error = reach.problem(id)
      return error === null ? null : { kind: 'unreached', error }
    },
    undelivered(connection) {
      const reached = bounds.reached(connection)
      return reached === null ? null : { kind: 'undelivered', ...reached }
    },
    quiet({ id }) {
      const until = untilOf(paces.of(id).quietUntil())
      return until === null ? null : { kind: 'quiet', until }
    },
    resting({ id }) {
      const until = untilOf(paces.of(id).sendsFrom())
      return until === null ? null : { kind: 'resting', until }
    },
  }
  const inOrder = Object.values(reasons)

  return {
    of(connection) {
      for (const reason of inOrder) {
        const gate = reason(connection)
        if (gate !== null) return gate
      }
      return openGate
    },
    areAllShut: () => Object.values(general).some((reason) => reason() !== null),
    hold(by, error) {
      if (error === null) holds.delete(by)
      else holds.set(by, error)
    },
    holdOf: (by) => holds.get(by) ?? null,
  }
}
