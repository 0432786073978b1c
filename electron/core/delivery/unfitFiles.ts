import { type AppError, AppFailure, appError } from '@shared/errors'
import { createReadStream } from '../drive'
import { itemName } from '../library/imageName'
import type { Library } from '../library/library'
import type { Clock } from '../ports'
import type { ItemSetback, JobOrigin, ReadyItem } from '../queue/engine/downloads/itemDelivery'
import { downloadPolicy } from '../queue/rows/downloadPolicy'
import { discardPartial } from '../service/partialFiles'
import type { ServiceClient } from '../service/serviceClient'
import type { DownloadTargets } from './itemFetching'
import { keptMaximum, readTextAnswer, type TextAnswer } from './textAnswer'

/** Characters of a text that stand in Details. */
const shownCharacters = 2_000

/** What came whole for an item, and is no image: text never settles it, and other bytes are kept for the user. */
export interface UnfitFiles {
  /**
   * What it does to its item, and where it is kept. `temp` stays until `drop`. Throws what the drive says: then nothing
   * is known.
   */
  setback(
    item: ReadyItem,
    file: { readonly temp: string; readonly unfit: AppError; readonly frozen: JobOrigin['frozen'] },
  ): Promise<ItemSetback>
  /** Removes the download, once the setback is written. */
  drop(temp: string): Promise<void>
}

export function createUnfitFiles(deps: {
  readonly library: Pick<Library, 'inTurn' | 'discardDrafts'>
  readonly service: Pick<ServiceClient, 'strike' | 'keep'>
  readonly targets: Pick<DownloadTargets, 'keyed'>
  readonly clock: Pick<Clock, 'now'>
  readonly random: () => number
}): UnfitFiles {
  const { library, service, targets, clock, random } = deps

  const nameOf = ({ jobId, index }: ReadyItem, ending: string) => `${itemName(jobId, index)}-kept.${ending}`

  /** Null if the key that it may echo can't be known now: then nothing of it is kept. */
  async function struck(
    { connectionId }: ReadyItem,
    { text }: TextAnswer,
    frozen: JobOrigin['frozen'],
  ): Promise<string | null> {
    try {
      return await service.strike(text, (await targets.keyed(connectionId, frozen)).key)
    } catch (problem) {
      if (problem instanceof AppFailure) return null
      throw problem
    }
  }

  async function textSetback(
    item: ReadyItem,
    answer: TextAnswer,
    frozen: JobOrigin['frozen'],
  ): Promise<ItemSetback> {
    const { url, spoolFile, tries } = item
    const words = await struck(item, answer, frozen)
    const detail = words === null ? null : { words: words.slice(0, shownCharacters) }
    const error = appError(answer.isPage ? 'answerHtml' : 'answerText', { retry: 'free', detail })
    // Bytes that came before may have been paid for: text doesn't take their place.
    const isKept = words !== null && spoolFile === null
    const kept = isKept ? { kept: await service.keep(nameOf(item, 'txt'), cut(words)) } : {}
    if (url === null || !downloadPolicy.mayBeImageYet(error, tries))
      return { kind: 'expired', error, ...kept }
    return { kind: 'later', notBefore: clock.now() + downloadPolicy.retryMs(tries, random), error, ...kept }
  }

  return {
    async setback(item, { temp, unfit, frozen }) {
      const read = () => readTextAnswer(temp)
      const answer = unfit.code === 'imageNotAnImage' ? await library.inTurn(temp, read) : null
      if (answer !== null) return textSetback(item, answer, frozen)
      // What came in the answer itself is in the spool already.
      if (item.url === null) return { kind: 'failed', error: unfit }
      const kept = await library.inTurn(temp, () => service.keep(nameOf(item, 'bin'), createReadStream(temp)))
      return { kind: 'failed', error: unfit, kept }
    },

    async drop(temp) {
      await library.inTurn(temp, () => discardPartial(temp))
      await library.discardDrafts(temp)
    },
  }
}

/** It may have come in a shorter encoding, and the key may have been shorter too. */
const cut = (text: string): Uint8Array => Buffer.from(text).subarray(0, keptMaximum)
