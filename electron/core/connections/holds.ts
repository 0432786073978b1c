import type { AppError } from '@shared/errors'
import type { Hold } from '@shared/model/connection'
import type { Changes } from '../changes'
import type { Guard } from '../guard'
import type { Clock } from '../ports'
import { type ConnectionRows, connectionMissing } from './connectionRows'
import type { Connections } from './connections'
import type { Keyring } from './keyring'
import { isKeyTrouble, keyTroubleOf } from './keyTrouble'
import { answerTo, placeQuestion } from './placeQuestions'
import type { StoredConnection } from './storedConnection'
import { sameOrigin } from './targets'

/** What stops a connection until the person acts or there is a new key. */
export interface Holds
  extends Pick<
    Connections,
    'hold' | 'isOpenQuestion' | 'release' | 'resume' | 'allowProxyNames' | 'allowOrigin'
  > {
  /**
   * Why a connection is held. Trouble with its key stands beside a hold that only the user ends, and takes no hold's place.
   */
  shown(row: StoredConnection): Hold | null
  /** Ends what stopped a connection for want of its key, or all of them: it is to be read again. */
  forgetKeyTrouble(id: string | 'all'): void
  /**
   * After this hold ends: if its key was refused, tasks of that key and of older keys are polled with the key in use.
   */
  forgetRefused(id: string, ended: Hold | null, keyId: string | null): Promise<void>
}

export function createHolds(deps: {
  readonly rows: ConnectionRows
  readonly keyring: Pick<Keyring, 'state' | 'read' | 'dropOthers'>
  readonly changes: Pick<Changes, 'announce'>
  readonly clock: Pick<Clock, 'now'>
  readonly guard: Pick<Guard, 'run'>
  /** Something waits for a key. */
  readonly onKeyNeeded: () => void
  /** Removes keys. */
  readonly removeKeys: (remove: () => Promise<void>) => Promise<void>
}): Holds {
  const { rows, keyring, changes, clock, guard, onKeyNeeded, removeKeys } = deps
  /** By connection: only this run knows them, because the next one may find a keychain that can be read. */
  const keyTroubles = new Map<string, Hold>()

  function find(id: string) {
    const row = rows.find(id)
    if (row === null) throw connectionMissing(id)
    return row
  }

  const forgetRefused = (id: string, ended: Hold | null, keyId: string | null) =>
    ended?.error.code === 'keyRefused' ? removeKeys(() => keyring.dropOthers(id, keyId)) : Promise.resolve()

  function release(id: string): void {
    const { hold, keyId } = find(id)
    const hadKeyTrouble = keyTroubles.delete(id)
    if (hold !== null) {
      rows.setHold(id, null)
      void guard.run(() => forgetRefused(id, hold, keyId))
    }
    if (hold !== null || hadKeyTrouble) changes.announce('connections')
  }

  function holdForKey(id: string, error: AppError, polls: boolean): void {
    const before = keyTroubles.get(id)
    const hold = { error, since: before?.since ?? clock.now(), polls: polls || before?.polls === true }
    keyTroubles.set(id, hold)
    onKeyNeeded()
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
      const keyTrouble = keyTroubles.get(id)
      if (keyTrouble === undefined || archived) return hold
      if (hold !== null) return { ...hold, polls: hold.polls || keyTrouble.polls }
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
      if (error.code === 'keyRefused' && isOlder && isReadable(inUse)) {
        void guard.run(() =>
          removeKeys(async () => {
            // If there is no other key it stays: the service may accept it again.
            if ((await keyring.read(inUse)) !== null) await keyring.dropOthers(id, inUse)
          }),
        )
        return 'past'
      }
      if (archived) return 'removed'
      if (isKeyTrouble(error)) {
        holdForKey(id, error, polls)
        return 'held'
      }
      const question = placeQuestion(error)
      if (question !== null) {
        const answer = answerTo(question, row, rows.origins(id))
        if (answer !== null) return answer === 'yes' ? 'past' : 'declined'
        // The answer must not end another hold: this question is asked once that is over.
        if (before !== null && placeQuestion(before.error) === null) return 'held'
      }
      // Only the person ends this one; a new key, for example, must not. Any other problem comes up later.
      const stays = before?.error.code === 'startSendsHeld'
      rows.setHold(id, {
        error: stays ? before.error : error,
        since: before?.since ?? clock.now(),
        polls: polls || before?.polls === true,
      })
      changes.announce('connections')
      return 'held'
    },

    isOpenQuestion(id, error) {
      const question = placeQuestion(error)
      return question !== null && answerTo(question, find(id), rows.origins(id)) === null
    },

    release,

    resume(id) {
      const { hold } = find(id)
      const question = hold === null ? null : placeQuestion(hold.error)
      if (question?.kind === 'proxy') rows.setProxyResolves(id, false)
      if (question?.kind === 'origin') rows.setOrigin(id, question.origin, false)
      release(id)
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

    forgetRefused,
  }
}
