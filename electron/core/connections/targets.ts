import { AppFailure, appError } from '@shared/errors'
import { demoBaseUrl } from '@shared/model/connection'
import type { Clock, Ports } from '../ports'
import { sentPlace } from '../service/endpoints'
import type { ServiceClient } from '../service/serviceClient'
import type { KeyChoice, Target } from '../service/target'
import { late, within } from '../within'
import type { ConnectionRows } from './connectionRows'
import type { FrozenTarget } from './connections'
import type { DemoService } from './demoService'
import type { Keyring } from './keyring'
import type { StoredConnection } from './storedConnection'

/** How long the system may take to find the proxy, in milliseconds: its configuration may be on a server. */
const proxyMs = 20_000

/** Resolves what is stored to the real destination of a call, and its key. */
export interface Targets {
  /**
   * Throws AppFailure `keyMissing`, `keychainLocked`, `keychainUnavailable`, `proxyRefused`, or `connectionRefused` if
   * the demo service can't start.
   */
  resolve(connection: StoredConnection, frozen: FrozenTarget, options?: KeyChoice): Promise<Target>
  resolveKeyless(connection: StoredConnection, frozen: FrozenTarget): Promise<Target>
  /** The same, with the origins inside the network that images may come from. */
  resolveImages(connection: StoredConnection, frozen: FrozenTarget): Promise<Target>
  /** Finds out once and for all whether the service is inside the network; null if that can't be determined now. */
  locate(connection: StoredConnection, baseUrl: string): Promise<boolean | null>
  /** With the key as it was typed. */
  withKey(address: Pick<Target, 'baseUrl' | 'pathPrefix'>, key: string): Promise<Target>
}

export function createTargets(deps: {
  readonly keyring: Pick<Keyring, 'read'>
  readonly proxy: Ports['proxy']
  readonly clock: Pick<Clock, 'limit'>
  readonly demo: Pick<DemoService, 'start'>
  readonly rows: Pick<ConnectionRows, 'origins' | 'setInside'>
  readonly service: Pick<ServiceClient, 'liesInside'>
}): Targets {
  const { keyring, proxy, clock, demo, rows, service } = deps
  const lookUps = new Map<string, Promise<string | null>>()

  async function demoTarget(pathPrefix: string): Promise<Target> {
    try {
      return { ...(await demo.start()), pathPrefix, proxy: null }
    } catch (cause) {
      throw new AppFailure(appError('connectionRefused', { retry: 'free' }), { cause })
    }
  }

  /**
   * If a frozen key is gone, or locked away, the one in use replaces it: tasks must still be polled after a key was
   * lost. It is the same the other way round.
   */
  async function keyFor(
    { draft, keyId }: StoredConnection,
    frozen: FrozenTarget,
    { withLatestKey = false }: KeyChoice,
  ) {
    const inUse = sameOrigin(draft.baseUrl, frozen.origin) ? keyId : null
    let failure: AppFailure | null = null
    for (const id of new Set(withLatestKey ? [inUse, frozen.keyId] : [frozen.keyId, inUse])) {
      try {
        const key = await keyring.read(id)
        if (id !== null && key !== null) return { key, keyId: id }
      } catch (problem) {
        if (!(problem instanceof AppFailure)) throw problem
        failure = problem
      }
    }
    throw failure ?? new AppFailure(appError('keyMissing', { params: { name: draft.name } }))
  }

  /** If the proxy isn't found in time, this is retried: nothing is sent around the proxy. */
  async function lookUp(url: string): Promise<string | null> {
    const found = await within(clock, proxyMs, proxy.resolve(url))
    if (found !== late) return found
    throw new AppFailure(appError('proxyRefused', { retry: 'free', detail: { cause: 'ETIMEDOUT' } }))
  }

  /** Simultaneous callers share one look-up, so a thousand polls don't need a timer each. */
  function proxyFor(url: string): Promise<string | null> {
    const underway = lookUps.get(url)
    if (underway !== undefined) return underway
    const begun = lookUp(url).finally(() => lookUps.delete(url))
    lookUps.set(url, begun)
    return begun
  }

  async function way({ draft }: StoredConnection, { origin }: Pick<FrozenTarget, 'origin'>) {
    return { proxy: await proxyFor(origin), ...(draft.proxyResolves ? { proxyResolves: true } : {}) }
  }

  /** Later addresses of the name are ignored: a service could otherwise lead anywhere with its own name. */
  async function locate({ id }: StoredConnection, baseUrl: string): Promise<boolean | null> {
    const { origin } = new URL(baseUrl)
    const settled = () => rows.origins(id).inside[origin]
    const known = settled()
    if (known !== undefined) return known
    const found = await service.liesInside(origin)
    if (found !== null && settled() === undefined) rows.setInside(id, origin, found)
    return settled() ?? null
  }

  async function resolveKeyless(connection: StoredConnection, frozen: FrozenTarget): Promise<Target> {
    if (frozen.origin === demoBaseUrl) return { ...(await demoTarget(frozen.pathPrefix)), key: null }
    return { ...sentPlace(frozen), key: null, ...(await way(connection, frozen)) }
  }

  return {
    locate,
    resolveKeyless,
    async resolveImages(connection, frozen) {
      const target = await resolveKeyless(connection, frozen)
      const isInside = frozen.origin === demoBaseUrl || (await locate(connection, frozen.origin))
      const own = isInside === true ? [new URL(target.baseUrl).origin] : []
      const allowedOrigins = [...own, ...connection.draft.allowedOrigins]
      return { ...target, allowedOrigins, ...(isInside === null ? { placeUnknown: true } : {}) }
    },
    async resolve(connection, frozen, options = {}) {
      if (frozen.origin === demoBaseUrl) return demoTarget(frozen.pathPrefix)
      const key = await keyFor(connection, frozen, options)
      const origin = options.origin ?? frozen.origin
      return { ...sentPlace(frozen), ...key, ...(await way(connection, { origin })) }
    },
    async withKey({ baseUrl, pathPrefix }, key) {
      return { baseUrl, pathPrefix, key, proxy: await proxyFor(baseUrl) }
    },
  }
}

/** A key belongs to the origin it was entered for. */
export function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
}
