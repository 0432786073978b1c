import { appError } from '@shared/errors'
import { access } from '../drive'
import { isAbsence } from '../library/libraryFolders'
import { copyPlain } from '../plainFile'
import type { Clock } from '../ports'
import type { ItemSetback, JobOrigin, ReadyItem } from '../queue/engine/downloads/itemDelivery'
import { downloadPolicy } from '../queue/rows/downloadPolicy'
import type { FileWork, ServiceClient } from '../service/serviceClient'
import type { KeyChoice, Target } from '../service/target'
import type { DownloadVerdict } from '../service/verdict'

/** Where a connection's images come from: where the request went or, if that isn't known, where one would go now. */
export interface DownloadTargets {
  keyless(connectionId: string, frozen: JobOrigin['frozen']): Promise<Target>
  /** Throws AppFailure if the key isn't available. */
  keyed(connectionId: string, frozen: JobOrigin['frozen'], options: KeyChoice): Promise<Target>
}

export type FetchResult =
  /** `resumed`: pieced together from more than one attempt. */
  | { readonly kind: 'fetched'; readonly resumed: boolean }
  | { readonly kind: 'setBack'; readonly setback: ItemSetback }
  | { readonly kind: 'aborted' }

export interface FetchDeps {
  readonly service: Pick<ServiceClient, 'download'>
  readonly targets: DownloadTargets
  readonly clock: Clock
  readonly random: () => number
}

/** Downloads an item's bytes, exactly as the service has them, into `toFile`. */
export async function fetchItem(
  { service, targets, clock, random }: FetchDeps,
  item: ReadyItem,
  options: {
    readonly connectionId: string
    readonly frozen: JobOrigin['frozen']
    readonly toFile: string
    readonly files: FileWork
    readonly signal: AbortSignal
  },
): Promise<FetchResult> {
  const { connectionId, frozen, toFile, files, signal } = options
  const { url, spoolFile } = item
  // With an address beside it, that is what came from there before and was no image.
  if (url === null && spoolFile !== null) {
    try {
      await access(spoolFile)
    } catch (problem) {
      if (!isAbsence(problem)) throw problem
      // Only the service might still have it.
      return { kind: 'setBack', setback: { kind: 'expired', error: appError('imageLost') } }
    }
    await files(() => copyPlain(spoolFile, toFile))
    return { kind: 'fetched', resumed: false }
  }
  if (url === null) return { kind: 'setBack', setback: { kind: 'failed', error: appError('imageLost') } }

  const target = await targets.keyless(connectionId, frozen)
  let verdict = await service.download(url, { toFile, files, target, withKey: false, signal })
  if (asksForKey(verdict) && ofService(url, target))
    verdict = await withEitherKey(
      (options) => targets.keyed(connectionId, frozen, options),
      ({ key }) =>
        service.download(url, { toFile, files, target: { ...target, key }, withKey: true, signal }),
      asksForKey,
    )
  if (verdict.kind === 'fetched' || verdict.kind === 'aborted') return verdict
  const { error } = verdict
  if (verdict.kind === 'refused') return { kind: 'setBack', setback: { kind: 'failed', error } }
  const wait = verdict.kind === 'retry' ? (verdict.retryAfterMs ?? 0) : 0
  const notBefore = clock.now() + downloadPolicy.retryMs(item.tries, random, wait)
  const mayCome = verdict.kind === 'retry' || downloadPolicy.mayComeYet(error, item.tries)
  return { kind: 'setBack', setback: { kind: mayCome ? 'later' : 'expired', notBefore, error } }
}

/** Calls with the key that a request was sent with and, if that is refused, with the one in use. */
export async function withEitherKey<T>(
  keyed: (options: KeyChoice) => Promise<Target>,
  call: (target: Target) => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<T> {
  const target = await keyed({ withLatestKey: false })
  const answer = await call(target)
  if (!isRefused(answer)) return answer
  const latest = await keyed({ withLatestKey: true })
  return latest.key === target.key ? answer : call(latest)
}

/** The key is only sent if the service's own origin refused the request without it. */
function asksForKey(verdict: DownloadVerdict): boolean {
  if (verdict.kind !== 'expired' && verdict.kind !== 'refused') return false
  const status = verdict.error.detail?.status
  return status === 401 || status === 403
}

function ofService(url: string, { baseUrl }: Target): boolean {
  return new URL(url, baseUrl).origin === new URL(baseUrl).origin
}
