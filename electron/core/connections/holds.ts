import type { AppError } from '@shared/errors'
import type { Hold } from '@shared/model/connection'
import type { Changes } from '../changes'
import type { Clock } from '../ports'
import { type ConnectionRows, connectionMissing } from './connectionRows'
import type { Connections } from './connections'
import { causeOf, givesWay } from './holdCauses'
import type { Keyring } from './keyring'
import { isKeyTrouble, keyTroubleOf } from './keyTrouble'
import { answerTo, placeQuestion } from './placeQuestions'
import type { StoredConnection } from './storedConnection'
import { sameOrigin } from './targets'

/** What stops a connection until the user acts or there is a new key. */
export interface Holds
  extends Pick<
    Connections,
    'hold' | 'isOpenQuestion' | 'release' | 'resume' | 'allowProxyNames' | 'allowOrigin'
  > {
  /** Why a connection is held, with what only this run knows. */
  shown(row: StoredConnection): Hold | null
  /** Ends what this run knows against the key of a connection, or of all: it is to be read and tried again. */
  forgetKeyTrouble(id: string | 'all'): void
}

export function createHolds(deps: {
  readonly rows: ConnectionRows
  readonly keyring: Pick<Keyring, 'state'>
  readonly changes: Pick<Changes, 'announce'>
  readonly clock: Pick<Clock, 'now'>
  /** Something waits for a key. */
  readonly onKeyNeeded: () => void
}): Holds {
  const { rows, keyring, changes, clock, onKeyNeeded } = deps
  /**
   * By connection, beside the hold that is stored: trouble with its key, and a refusal while only the user ends what is
   * stored. Only this run knows them: the next one may find a keychain that can be read, or a key that is accepted.
   */
  const keyTroubles = new Map<string, Hold>()

  function find(id: string) {
    const row = rows.find(id)
    if (row === null) throw connectionMissing(id)
    return row
  }

  /** Ends the stored hold, what stands beside it, or both. */
  function end(id: string, which: { readonly stored: boolean; readonly beside: boolean }): void {
    const hadKeyTrouble = which.beside && keyTroubles.delete(id)
    const wasHeld = which.stored && find(id).hold !== null
    if (wasHeld) rows.setHold(id, null)
    if (wasHeld || hadKeyTrouble) changes.announce('connections')
  }

  function holdBeside(id: string, error: AppError, polls: boolean): void {
    const before = keyTroubles.get(id)
    const hold = { error, since: before?.since ?? clock.now(), polls: polls || before?.polls === true }
    keyTroubles.set(id, hold)
    if (before?.error.code !== error.code || before.polls !== hold.polls) changes.announce('connections')
  }

  /** A key that can't be read now may be fine: only one that can be takes over. */
  const isReadable = (keyId: string | null): boolean => {
    const state = keyring.state(keyId)
    return state === 'keychain' || state === 'session'
  }

  function endAnswered(id: string): void {
    const row = find(id)
    const question = row.hold === null ? null : placeQuestion(row.hold.error)
    if (question !== null && answerTo(question, row, rows.origins(id)) === 'yes') rows.setHold(id, null)
    changes.announce('connections')
  }

  return {
    shown({ id, hold, archived, keyId, draft }) {
      const keyTrouble = archived ? undefined : keyTroubles.get(id)
      if (hold !== null) {
        // An earlier version let others stop polls for good, too.
        const stopsPolls = hold.polls && causeOf(hold.error) === 'refusal'
        return { ...hold, polls: stopsPolls || keyTrouble?.polls === true }
      }
      if (keyTrouble === undefined) return null
      // A keychain that couldn't be reached may be locked by now.
      return { ...keyTrouble, error: keyTroubleOf(keyring.state(keyId), draft.name) ?? keyTrouble.error }
    },

    forgetKeyTrouble(id) {
      if (id === 'all') keyTroubles.clear()
      else keyTroubles.delete(id)
    },

    hold(id, error, { polls, keyId, origin }) {
      const row = find(id)
      const { hold: before, keyId: inUse, draft, archived } = row
      if (origin !== undefined && !sameOrigin(draft.baseUrl, origin)) return 'moved'
      const isOlder = keyId !== undefined && keyId !== inUse
      if (error.code === 'keyRefused' && isOlder && isReadable(inUse)) return 'past'
      if (archived) return 'removed'
      if (isKeyTrouble(error)) {
        onKeyNeeded()
        holdBeside(id, error, polls)
        return 'held'
      }
      const question = placeQuestion(error)
      if (question !== null) {
        const answer = answerTo(question, row, rows.origins(id))
        if (answer !== null) return answer === 'yes' ? 'past' : 'declined'
      }
      const isRefusal = causeOf(error) === 'refusal'
      if (before !== null && !givesWay(before.error, error)) {
        // What isn't kept comes up again once that hold is over.
        if (isRefusal) holdBeside(id, error, polls)
        return 'held'
      }
      const wasRefusal = before !== null && causeOf(before.error) === 'refusal'
      if (wasRefusal && !isRefusal) holdBeside(id, before.error, before.polls)
      rows.setHold(id, {
        error,
        since: before?.since ?? clock.now(),
        polls: isRefusal && (polls || (wasRefusal && before.polls)),
      })
      changes.announce('connections')
      return 'held'
    },

    isOpenQuestion(id, error) {
      const question = placeQuestion(error)
      return question !== null && answerTo(question, find(id), rows.origins(id)) === null
    },

    release(id, cause) {
      const { hold } = find(id)
      const isRefusal = cause === 'refusal'
      const stored = hold !== null && causeOf(hold.error) === cause && (hold.polls || !isRefusal)
      end(id, { stored, beside: isRefusal })
    },

    resume(id) {
      const { hold } = find(id)
      const question = hold === null ? null : placeQuestion(hold.error)
      if (question?.kind === 'proxy') rows.setProxyResolves(id, false)
      if (question?.kind === 'origin') rows.setOrigin(id, question.origin, false)
      end(id, { stored: true, beside: true })
    },

    allowProxyNames(id) {
      rows.needLive(id)
      rows.setProxyResolves(id, true)
      endAnswered(id)
    },

    allowOrigin(id, origin) {
      rows.needLive(id)
      rows.setOrigin(id, origin, true)
      endAnswered(id)
    },
  }
}
