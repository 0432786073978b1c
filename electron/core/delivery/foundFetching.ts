import { dirname, join } from 'node:path'
import { AppFailure, type ErrorCode } from '@shared/errors'
import { isLoopbackHost } from '@shared/model/connection'
import { fileFormatOf, fileSignatureBytes } from '@shared/model/fileSignature'
import { mkdir } from '../drive'
import { syncFolder } from '../durability'
import type { Guard } from '../guard'
import { beginningOf } from '../plainFile'
import type { Clock } from '../ports'
import type { Queue } from '../queue/queue'
import { downloadPolicy } from '../queue/rows/downloadPolicy'
import type { FoundImage } from '../queue/rows/foundImages'
import { foundName } from '../queue/rows/spooledFiles'
import { discardPartial, forgetPartial, wasPlaced } from '../service/partialFiles'
import type { ServiceClient } from '../service/serviceClient'
import type { Target } from '../service/target'
import type { DownloadVerdict } from '../service/verdict'
import { systemCode } from '../systemCode'
import type { DownloadTargets } from './itemFetching'
import { readTextAnswer } from './textAnswer'

/**
 * Fetches what was found in answers at once, because its addresses expire: without the key, from public hosts and, beside a
 * service on this computer, from there. A private host is dropped without a question. Whatever isn't text stays in the
 * spool until the user says what it is.
 */
export interface FoundFetching {
  start(): void
  /** Looks for work now. */
  wake(): void
  /** Aborts what is under way; it goes on with the next start. */
  stop(): Promise<void>
}

/** How many are fetched at once. */
const atOnce = 4
/** How often an address is tried that can't be reached. */
const mostTries = 30
/** Bytes. */
const maximumBytes = 64 * 1024 * 1024

const ofDisk: ReadonlySet<ErrorCode> = new Set(['diskLow', 'libraryUnwritable'])

const isLoopback = (origin: string): boolean => isLoopbackHost(new URL(origin).hostname)

export function createFoundFetching(deps: {
  readonly queue: Pick<Queue, 'found' | 'origin' | 'onItemReady'>
  readonly service: Pick<ServiceClient, 'download'>
  readonly targets: Pick<DownloadTargets, 'keyless'>
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run' | 'failed'>
  /** Absolute. */
  readonly spoolFolder: string
  readonly random?: () => number
}): FoundFetching {
  const { queue, service, targets, clock, guard, spoolFolder, random = Math.random } = deps
  const { found } = queue
  const underway = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let started = false
  let restUntil = 0
  let cancelTimer = () => {}
  let unsubscribe = () => {}

  function pump(): void {
    if (!started || stopping.signal.aborted) return
    cancelTimer()
    const rest = restUntil - clock.monotonic()
    if (rest > 0) {
      cancelTimer = clock.after(rest, pump)
      return
    }
    for (const image of found.toFetch()) {
      if (underway.size >= atOnce) return
      const name = foundName(image)
      if (!underway.has(name)) underway.set(name, run(name, image))
    }
    const due = found.nextDue()
    if (due === null) return
    const { shortestMs, longestMs } = downloadPolicy.look
    cancelTimer = clock.after(Math.min(Math.max(due - clock.now(), shortestMs), longestMs), pump)
  }

  async function run(name: string, image: FoundImage): Promise<void> {
    try {
      await fetch(image, join(spoolFolder, name))
    } catch (problem) {
      guard.failed('delivery.foundNotFetched', problem, {
        job: image.jobId,
        cause: systemCode(problem) ?? 'bug',
      })
      restUntil = clock.monotonic() + downloadPolicy.unwrittenRestMs
    } finally {
      underway.delete(name)
      void guard.run(pump)
    }
  }

  async function fetch(image: FoundImage, toFile: string): Promise<void> {
    const { url } = image
    if (url === null) return found.fetched(image, null)
    // It was fetched before this database was put back. Its address may have expired, and nothing may take its place.
    if (!(await wasPlaced(toFile)) && !(await download(url, image, toFile))) return
    const head = await beginningOf(toFile, fileSignatureBytes)
    const isKnown = head !== null && fileFormatOf(head) !== null
    if (head === null || (!isKnown && (await readTextAnswer(toFile)) !== null)) {
      await discardPartial(toFile)
      return found.fetched(image, null)
    }
    // Nobody fetches it again: what the row says is here must outlive a loss of power, and so must the folder.
    await syncFolder(dirname(spoolFolder))
    await syncFolder(spoolFolder)
    found.fetched(image, toFile)
    await forgetPartial(toFile)
  }

  /** False if it isn't here, and nothing is left to be done about that now. */
  async function download(url: string, image: FoundImage, toFile: string): Promise<boolean> {
    const { signal } = stopping
    const { job, frozen } = queue.origin(image.jobId)
    const target = await targetOf(job.connectionId, frozen)
    if (target instanceof AppFailure) {
      await setBack(image, toFile, { kind: 'retry', error: target.error, retryAfterMs: null })
      return false
    }
    const options = { toFile, target, withKey: false, secureOnly: true, maximumBytes, signal }
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 })
    const verdict = await service.download(url, options)
    if (verdict.kind === 'fetched') return true
    if (verdict.kind !== 'aborted') await setBack(image, toFile, verdict)
    return false
  }

  /** What keeps one connection from being reached must not keep others waiting. */
  async function targetOf(...given: Parameters<DownloadTargets['keyless']>): Promise<Target | AppFailure> {
    try {
      return publicly(await targets.keyless(...given))
    } catch (problem) {
      if (problem instanceof AppFailure) return problem
      throw problem
    }
  }

  async function setBack(
    image: FoundImage,
    toFile: string,
    verdict: Exclude<DownloadVerdict, { readonly kind: 'fetched' | 'aborted' }>,
  ): Promise<void> {
    const { error } = verdict
    const mayCome =
      verdict.kind === 'retry'
        ? ofDisk.has(error.code) || (!downloadPolicy.heldCodes.has(error.code) && image.tries < mostTries)
        : verdict.kind === 'expired' &&
          (downloadPolicy.mayComeYet(error, image.tries) || downloadPolicy.mayAcceptYet(error, image.tries))
    if (mayCome) {
      const wait = verdict.kind === 'retry' ? (verdict.retryAfterMs ?? 0) : 0
      return found.postponed(image, clock.now() + downloadPolicy.retryMs(image.tries, random, wait))
    }
    await discardPartial(toFile)
    found.fetched(image, null)
  }

  return {
    start() {
      started = true
      unsubscribe = queue.onItemReady(pump)
      pump()
    },
    wake: pump,
    async stop() {
      stopping.abort()
      unsubscribe()
      cancelTimer()
      await Promise.all(underway.values())
    },
  }
}

/** Nothing that the user allowed for images that are named counts for what is only found. */
function publicly({ allowedOrigins = [], ...target }: Target): Target {
  const { origin } = new URL(target.baseUrl)
  const own = isLoopback(origin) ? allowedOrigins.filter(isLoopback) : []
  return { ...target, key: null, allowedOrigins: own, placeUnknown: false }
}
