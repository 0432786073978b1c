import { join } from 'node:path'
import { type AppError, AppFailure, appError, type ErrorCode } from '@shared/errors'
import { isImageFormat } from '@shared/model/image'
import type { Preview } from '@shared/model/reference'
import { mkdir, rm } from '../drive'
import { newId } from '../ids'
import type { Imaging } from '../library/imaging'
import type { Clock, Logger } from '../ports'
import type { ServiceClient } from '../service/serviceClient'
import type { Target } from '../service/target'
import type { DownloadVerdict } from '../service/verdict'

/** Previews of reference images before they are sent: only one at a time, kept while it is open. */
export interface Previews {
  /**
   * Fetches an address for a connection, without its key, after closing the previous preview. Throws AppFailure
   * `previewForbidden`, `previewRefused`, `previewTooLarge`, `previewNotAnImage`, `previewNameUnknown` or
   * `previewUnreached`; `interrupted` if it was closed meanwhile.
   */
  open(connectionId: string, url: string): Promise<Preview>
  /** Aborts what is under way; its files are removed once nothing writes to them any more. */
  close(): void
  /** Absolute path for the image protocol; null for any but the open one. */
  file(id: string): string | null
  /** Removes what an earlier run left behind. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Bytes. */
const maximumBytes = 32 * 1024 * 1024
/** The longer side of the shown image, in pixels. */
const edge = 1024

interface PreviewsDeps {
  /** The profile folder. */
  readonly profile: string
  readonly service: Pick<ServiceClient, 'download'>
  readonly imaging: Pick<Imaging, 'inspect' | 'thumbnail'>
  /** The proxy, and what the address is judged by: only hosts allowed for the connection may be inside the network. */
  readonly keyless: (connectionId: string) => Promise<Target>
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
}

export function createPreviews(deps: PreviewsDeps): Previews {
  const { service, imaging, keyless, clock, logger } = deps
  const home = join(deps.profile, 'previews')
  const leaving = new Set<Promise<void>>()
  let current: { readonly id: string; readonly closing: AbortController } | null = null

  const shownFile = (id: string): string => join(home, id, 'shown.webp')

  async function fetch(
    id: string,
    asked: { readonly connectionId: string; readonly url: string; readonly signal: AbortSignal },
  ): Promise<Preview> {
    const { connectionId, url, signal } = asked
    await mkdir(join(home, id), { recursive: true, mode: 0o700 })
    const target = await keyless(connectionId)
    const toFile = join(home, id, 'fetched')
    const verdict = await service.download(url, { toFile, target, withKey: false, maximumBytes, signal })
    const problem = downloadProblem(verdict)
    if (problem !== null) throw new AppFailure(problem)
    const { format, width, height, decoded: isShown } = await decoded(imaging.inspect(toFile))
    if (!isImageFormat(format)) throw new AppFailure(appError('previewNotAnImage'))
    if (!isShown) throw new AppFailure(appError('previewTooLarge'))
    if (!signal.aborted) await decoded(imaging.thumbnail(toFile, [{ path: shownFile(id), edge }]))
    if (signal.aborted) throw new AppFailure(appError('interrupted'))
    return { id, width, height }
  }

  /** Called once it is closed and nothing is being written there any more. */
  async function leave(id: string, fetched: Promise<Preview>, closed: Promise<unknown>): Promise<void> {
    await Promise.allSettled([fetched, closed])
    try {
      await rm(join(home, id), { recursive: true, force: true })
    } catch {
      // The next start retries.
      logger.warn('previews.notRemoved')
    }
  }

  function close(): void {
    current?.closing.abort()
    current = null
  }

  return {
    open(connectionId, url) {
      close()
      const id = newId(clock.now())
      const closing = new AbortController()
      current = { id, closing }
      const { signal } = closing
      const closed = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      const fetched = fetch(id, { connectionId, url, signal })
      const gone = leave(id, fetched, closed).finally(() => leaving.delete(gone))
      leaving.add(gone)
      return fetched
    },

    close,

    file: (id) => (current?.id === id ? shownFile(id) : null),

    start: () => rm(home, { recursive: true, force: true }),

    async stop() {
      close()
      await Promise.all(leaving)
    },
  }
}

/** Why a download brought nothing to show; null if it did. */
function downloadProblem(verdict: DownloadVerdict): AppError | null {
  if (verdict.kind === 'fetched') return null
  if (verdict.kind === 'aborted') return appError('interrupted')
  const { code, params, detail } = verdict.error
  switch (code) {
    case 'imageAddressForbidden':
    case 'imageHostPrivate':
      return appError('previewForbidden', { params, detail })
    case 'proxyNamesUnknown':
      return appError('previewNameUnknown', { params, detail, retry: 'free' })
    case 'imageTooLarge':
      return appError('previewTooLarge', { detail })
    default:
      return detail?.status === undefined
        ? appError('previewUnreached', { detail, retry: 'free' })
        : appError('previewRefused', { params: { status: detail.status }, detail, retry: 'free' })
  }
}

const undecoded: ReadonlySet<ErrorCode> = new Set([
  'imageNotAnImage',
  'imageUndecodable',
  'imageSlow',
  'decoderEnded',
])

/** What the decoder's refusal says about the address; any other error is passed on. */
async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (problem) {
    if (!(problem instanceof AppFailure)) throw problem
    const { code, detail } = problem.error
    if (code === 'imageTooLarge') throw new AppFailure(appError('previewTooLarge', { detail }))
    if (undecoded.has(code)) throw new AppFailure(appError('previewNotAnImage', { detail }))
    throw problem
  }
}
