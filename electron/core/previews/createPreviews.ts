import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { Preview } from '@shared/model/reference'
import { mkdir, rm } from '../drive'
import { newId } from '../ids'
import type { Imaging } from '../library/imaging'
import type { Clock, Logger } from '../ports'
import type { ServiceClient } from '../service/serviceClient'
import type { Target } from '../service/target'
import { decoded, downloadProblem } from './previewProblem'
import type { Previews } from './previews'

/** Bytes. */
const maximumBytes = 32 * 1024 * 1024
/** The longer side of the shown image, in pixels. */
const edge = 1024

export interface PreviewsDeps {
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
    const { width, height, decoded: isShown } = await decoded(imaging.inspect(toFile))
    if (!isShown) throw new AppFailure(appError('previewTooLarge'))
    if (!signal.aborted) await decoded(imaging.thumbnail(toFile, shownFile(id), edge))
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

    file: (id) => (current?.id === id ? { path: shownFile(id), type: 'image/webp' } : null),

    start: () => rm(home, { recursive: true, force: true }),

    async stop() {
      close()
      await Promise.all(leaving)
    },
  }
}
