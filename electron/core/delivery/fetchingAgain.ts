import { type AppError, AppFailure } from '@shared/errors'
import { fileDigest } from '../library/fileDigest'
import type { Library } from '../library/library'
import type { AskFailure, FetchAgain } from '../library/upkeep/askingAgain'
import type { Clock } from '../ports'
import type { ImageOrigin, ItemDelivery, ReadyItem } from '../queue/engine/downloads/itemDelivery'
import type { ImageSource } from '../service/answers/reading'
import { discardPartial } from '../service/partialFiles'
import type { FileWork, ServiceClient } from '../service/serviceClient'
import { originElsewhere } from '../service/taskAddress'
import { type DownloadTargets, fetchItem, withEitherKey } from './itemFetching'

/** By now the service has had time enough: an address that isn't found is gone. */
const tries = 10

/**
 * Brings back images whose files were lost: from the address that is known, or else from those that their task names
 * now; the bytes decide. It downloads and polls, which costs nothing, and changes neither items nor jobs.
 */
export function createFetchingAgain(deps: {
  readonly queue: Pick<ItemDelivery, 'imageOrigin' | 'releaseSpooled'>
  readonly library: Pick<Library, 'tempPath' | 'leave' | 'inTurn'>
  readonly service: Pick<ServiceClient, 'download' | 'poll'>
  readonly targets: DownloadTargets
  readonly clock: Clock
}): FetchAgain {
  const { queue, library, service, targets, clock } = deps

  /** What the task names now; nothing if the service doesn't know it any more. */
  async function named(
    { taskId, at, content, connectionId, frozen }: ImageOrigin,
    signal: AbortSignal,
  ): Promise<readonly ImageSource[] | AskFailure> {
    if (taskId === null) return []
    try {
      const verdict = await withEitherKey(
        (options) =>
          targets.keyed(connectionId, frozen, {
            ...options,
            origin: at === null ? null : originElsewhere(at),
          }),
        (target) => service.poll(target, taskId, { ...content, at, signal }),
        ({ kind }) => kind === 'hold',
      )
      switch (verdict.kind) {
        case 'task':
          return [
            ...verdict.reading.items.flatMap(({ source }) => source ?? []),
            ...verdict.reading.found.filter(({ kind }) => kind === 'file'),
          ]
        case 'unknownTask':
        case 'failed':
          return []
        case 'saysFailed':
        case 'retry':
        case 'limited':
        case 'noCredit':
        case 'hold':
          return { error: verdict.error, ofConnection: true }
      }
    } catch (problem) {
      if (!(problem instanceof AppFailure)) throw problem
      return { error: problem.error, ofConnection: true }
    }
  }

  return async (image, { put, signal }) => {
    const { jobId, index, sha256 } = image
    const origin = queue.imageOrigin(jobId, index)
    if (origin === null || (origin.url === null && origin.taskId === null)) return 'unknown'
    const { connectionId, frozen, url } = origin
    const temp = await library.tempPath(jobId, index)
    const files: FileWork = (work) => library.inTurn(temp, work)
    const discard = () => files(() => discardPartial(temp))
    let hasOther = false
    let refusal: AppError | null = null

    /** `unneeded`: the image was there, but isn't missing any more. */
    async function tryAt(source: ImageSource): Promise<'back' | 'unneeded' | 'notThere'> {
      const item: ReadyItem = {
        ...{ connectionId, jobId, index, tries, again: false, revisedPrompt: null },
        url: source.kind === 'url' ? source.url : null,
        spoolFile: source.kind === 'file' ? source.path : null,
      }
      const way = { connectionId, frozen, toFile: temp, files, signal }
      const fetched = await fetchItem({ service, targets, clock, random: () => 0 }, item, way)
      if (fetched.kind === 'setBack' && fetched.setback.kind !== 'expired') refusal = fetched.setback.error
      if (fetched.kind !== 'fetched' || signal.aborted) return 'notThere'
      if ((await files(() => fileDigest(temp))).sha256 === sha256)
        return (await put(temp)) ? 'back' : 'unneeded'
      hasOther = true
      await discard()
      return 'notThere'
    }

    try {
      const known = url === null ? 'notThere' : await tryAt({ kind: 'url', url })
      if (known !== 'notThere') return known
      if (signal.aborted) return 'gone'
      const sources = await named(origin, signal)
      if ('error' in sources) return sources
      try {
        for (const source of sources) {
          if (signal.aborted) return 'gone'
          if (source.kind === 'url' && source.url === url) continue
          const found = await tryAt(source)
          if (found !== 'notThere') return found
        }
      } finally {
        // An item may need the same file: it is named by its task and its content.
        const files = sources.flatMap((source) => (source.kind === 'file' ? [source.path] : []))
        await queue.releaseSpooled(jobId, files)
      }
      if (refusal !== null) return { error: refusal, ofConnection: false }
      return hasOther ? 'other' : 'gone'
    } finally {
      await discard().catch(() => undefined)
      library.leave(jobId, index)
    }
  }
}
