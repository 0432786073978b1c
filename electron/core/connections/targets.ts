import { AppFailure, appError } from '@shared/errors'
import { demoBaseUrl } from '@shared/model/connection'
import { demoKey } from '@shared/processes/demo'
import type { Ports } from '../ports'
import type { Target } from '../service/target'
import type { StoredConnection } from './connectionRows'
import type { FrozenTarget } from './connections'
import type { DemoService } from './demoService'
import type { Keyring } from './keyring'

/** From what is stored to where a call really goes, and as whom. */
export interface Targets {
  /** Throws AppFailure `keyMissing`, `keychainLocked`, or `connectionRefused` when the demo service can't start. */
  resolve(connection: StoredConnection, frozen: FrozenTarget): Promise<Target>
  resolveKeyless(frozen: FrozenTarget): Promise<Target>
  /** With a key as typed. */
  withKey(address: Pick<Target, 'baseUrl' | 'pathPrefix'>, key: string): Promise<Target>
}

export function createTargets(deps: {
  readonly keyring: Pick<Keyring, 'read'>
  readonly proxy: Ports['proxy']
  readonly demo: Pick<DemoService, 'start'>
}): Targets {
  const { keyring, proxy, demo } = deps

  async function demoTarget(pathPrefix: string): Promise<Target> {
    try {
      return { baseUrl: await demo.start(), pathPrefix, key: demoKey, proxy: null }
    } catch (cause) {
      throw new AppFailure(appError('connectionRefused', { retry: 'free' }), { cause })
    }
  }

  /** A frozen key that is gone gives way to the one in use: after a key was lost, tasks must still be asked for. */
  async function keyFor({ draft, keyId }: StoredConnection, frozen: FrozenTarget): Promise<string> {
    const frozenKey = await keyring.read(frozen.keyId)
    if (frozenKey !== null) return frozenKey
    const inUse = sameOrigin(draft.baseUrl, frozen.origin) ? await keyring.read(keyId) : null
    if (inUse === null) throw new AppFailure(appError('keyMissing', { params: { name: draft.name } }))
    return inUse
  }

  return {
    async resolve(connection, frozen) {
      if (frozen.origin === demoBaseUrl) return demoTarget(frozen.pathPrefix)
      const key = await keyFor(connection, frozen)
      return { ...address(frozen), key, proxy: await proxy.resolve(frozen.origin) }
    },
    async resolveKeyless(frozen) {
      if (frozen.origin === demoBaseUrl) return { ...(await demoTarget(frozen.pathPrefix)), key: null }
      return { ...address(frozen), key: null, proxy: await proxy.resolve(frozen.origin) }
    },
    async withKey({ baseUrl, pathPrefix }, key) {
      return { baseUrl, pathPrefix, key, proxy: await proxy.resolve(baseUrl) }
    },
  }
}

/** A key belongs to the origin it was typed for. */
export function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
}

const address = ({ origin, pathPrefix }: FrozenTarget) => ({ baseUrl: origin, pathPrefix })
