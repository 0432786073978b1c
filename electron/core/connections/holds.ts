import type { AppError } from '@shared/errors'
import type { Hold } from '@shared/model/connection'
import type { Changes } from '../changes'
import type { Guard } from '../guard'
import type { Clock } from '../ports'
import { type ConnectionRows, connectionMissing } from './connectionRows'
import type { Connections } from './connections'
import type { Keyring } from './keyring'
import { sameOrigin } from './targets'

/** What stops a connection until the person, or a new key, says otherwise. */
export interface Holds
  extends Pick<Connections, 'hold' | 'release' | 'resume' | 'allowProxyNames' | 'allowHost'> {
  /** After this hold ended: if its key was refused, tasks of that key and of keys before it are asked for with the one in use. */
  forgetRefused(id: string, ended: Hold | null, keyId: string | null): Promise<void>
}

export function createHolds(deps: {
  readonly rows: ConnectionRows
  readonly keyring: Pick<Keyring, 'state' | 'read' | 'dropOthers'>
  readonly changes: Pick<Changes, 'announce'>
  readonly clock: Pick<Clock, 'now'>
  readonly guard: Pick<Guard, 'run'>
  /** Removes keys. */
  readonly removeKeys: (remove: () => Promise<void>) => Promise<void>
}): Holds {
  const { rows, keyring, changes, clock, guard, removeKeys } = deps

  function find(id: string) {
    const row = rows.find(id)
    if (row === null) throw connectionMissing(id)
    return row
  }

  const forgetRefused = (id: string, ended: Hold | null, keyId: string | null) =>
    ended?.error.code === 'keyRefused' ? removeKeys(() => keyring.dropOthers(id, keyId)) : Promise.resolve()

  function release(id: string): void {
    const { hold, keyId } = find(id)
    if (hold === null) return
    rows.setHold(id, null)
    void guard.run(() => forgetRefused(id, hold, keyId))
    changes.announce('connections')
  }

  return {
    hold(id, error, { polls, keyId, origin }) {
      const { hold: before, keyId: inUse, draft, archived, proxyDeclined } = find(id)
      if (origin !== undefined && !sameOrigin(draft.baseUrl, origin)) return 'moved'
      const isOlder = keyId !== undefined && keyId !== inUse
      if (error.code === 'keyRefused' && isOlder && keyring.state(inUse) !== 'missing') {
        void guard.run(() =>
          removeKeys(async () => {
            // Where there is no other it stays: the service may take it again.
            if ((await keyring.read(inUse)) !== null) await keyring.dropOthers(id, inUse)
          }),
        )
        return 'past'
      }
      if (archived) return 'removed'
      if (error.code === 'proxyNamesUnknown') {
        if (draft.proxyResolves) return 'past'
        if (proxyDeclined) return 'declined'
      }
      const host = privateHost(error)
      if (host !== null) {
        if (draft.allowedHosts.includes(host)) return 'past'
        if (rows.hosts(id).declined.includes(host)) return 'declined'
      }
      rows.setHold(id, { error, since: before?.since ?? clock.now(), polls: polls || before?.polls === true })
      changes.announce('connections')
      return 'held'
    },

    release,

    resume(id) {
      const { hold } = find(id)
      if (hold?.error.code === 'proxyNamesUnknown') rows.setProxyResolves(id, false)
      const host = hold === null ? null : privateHost(hold.error)
      if (host !== null) rows.setHost(id, host, false)
      release(id)
    },

    allowProxyNames(id) {
      const { hold } = rows.needLive(id)
      rows.setProxyResolves(id, true)
      if (hold?.error.code === 'proxyNamesUnknown') rows.setHold(id, null)
      changes.announce('connections')
    },

    allowHost(id, host) {
      const { hold } = rows.needLive(id)
      rows.setHost(id, host, true)
      if (hold !== null && privateHost(hold.error) === host) rows.setHold(id, null)
      changes.announce('connections')
    },

    forgetRefused,
  }
}

/** The host that a hold asks about, if it does. */
export function privateHost({ code, params }: AppError): string | null {
  return code === 'imageHostPrivate' && typeof params?.host === 'string' ? params.host : null
}
