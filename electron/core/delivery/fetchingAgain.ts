import { type AppError, AppFailure } from '@shared/errors'
import { rm } from '../drive'
import { fileDigest } from '../library/fileDigest'
import type { Library } from '../library/library'
import type { FetchAgain } from '../library/upkeep/askingAgain'
import type { Clock } from '../ports'
import type { ImageOrigin, ItemDelivery, ReadyItem } from '../queue/engine/downloads/itemDelivery'
import { filesRead } from '../queue/rows/spooledFiles'
import { discardPartial } from '../service/partialFiles'
import type { ImageSource } from '../service/reading'
import type { FileWork, ServiceClient } from '../service/serviceClient'
import { type DownloadTargets, fetchItem } from './itemFetching'

/** By now the service has had time enough: an address that isn't found is gone. */
const tries = 10

/**
 * Brings back images whose files were lost: from the address that is known, or else from those that their task names
 * now; the bytes decide. It downloads and polls, which costs nothing, and changes neither items nor jobs.
 */
export function createFetchingAgain(deps: {
  readonly queue: Pick<ItemDelivery, 'imageOrigin'>
  readonly library: Pick<Library, 'tempPath' | 'leave' | 'inTurn'>
  readonly service: Pick<ServiceClient, 'download' | 'poll'>
  readonly targets: DownloadTargets
  readonly clock: Clock
}): FetchAgain {
  const { queue, library, service, targets, clock } = deps

  /** What the task names now; none if the service doesn't know it any more. */
  async function sourcesOf(
    { taskId, prompt, connectionId, frozen }: ImageOrigin,
    signal: AbortSignal,
  ): Promise<{ readonly sources: readonly ImageSource[]; readonly spooled: readonly string[] }> {
    if (taskId === null) return { sources: [], spooled: [] }
    const verdict = await service.poll(await targets.keyed(connectionId, frozen), taskId, { prompt, signal })
    switch (verdict.kind) {
      case 'task':
        return {
          sources: verdict.reading.items.flatMap(({ source }) => source ?? []),
          spooled: filesRead(verdict.reading),
        }
      case 'unknownTask':
      case 'failed':
        return { sources: [], spooled: [] }
      case 'retry':
      case 'limited':
      case 'hold':
        throw new AppFailure(verdict.error)
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

    /** Whether the image is back. */
    async function isAt(source: ImageSource): Promise<boolean> {
      const item: ReadyItem = {
        ...{ connectionId, jobId, index, tries, again: false, revisedPrompt: null },
        url: source.kind === 'url' ? source.url : null,
        spoolFile: source.kind === 'file' ? source.path : null,
      }
      const way = { connectionId, frozen, toFile: temp, files, signal }
      const fetched = await fetchItem({ service, targets, clock, random: () => 0 }, item, way)
      if (fetched.kind === 'setBack' && fetched.setback.kind === 'later')
        throw new AppFailure(fetched.setback.error)
      if (fetched.kind === 'setBack' && fetched.setback.kind === 'failed') refusal = fetched.setback.error
      if (fetched.kind !== 'fetched' || signal.aborted) return false
      if ((await files(() => fileDigest(temp))).sha256 === sha256) {
        await put(temp)
        return true
      }
      hasOther = true
      await discard()
      return false
    }

    try {
      if (url !== null && (await isAt({ kind: 'url', url }))) return 'back'
      if (signal.aborted) return 'gone'
      const { sources, spooled } = await sourcesOf(origin, signal)
      try {
        for (const source of sources) {
          if (signal.aborted) return 'gone'
          if (source.kind === 'url' && source.url === url) continue
          if (await isAt(source)) return 'back'
        }
      } finally {
        for (const path of spooled) await rm(path, { force: true }).catch(() => undefined)
      }
      if (refusal !== null) throw new AppFailure(refusal)
      return hasOther ? 'other' : 'gone'
    } finally {
      await discard().catch(() => undefined)
      library.leave(jobId, index)
    }
  }
}
