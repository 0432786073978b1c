import { extname } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { access } from '../drive'
import { fileDigest } from '../library/fileDigest'
import type { Library } from '../library/library'
import { isAbsence } from '../library/libraryFolders'
import { plainPieces } from '../plainFile'
import type { Clock } from '../ports'
import type { ItemSetback, JobOrigin, ReadyItem } from '../queue/engine/downloads/itemDelivery'
import { downloadPolicy } from '../queue/rows/downloadPolicy'
import { keptPrefix } from '../queue/rows/spooledFiles'
import { discardPartial } from '../service/partialFiles'
import type { ServiceClient } from '../service/serviceClient'
import type { DownloadTargets } from './itemFetching'
import { keptMaximum, readTextAnswer, type TextAnswer } from './textAnswer'

/** Characters of a text that stand in Details. */
const shownCharacters = 2_000

/** What came whole for an item, and is no image: text never settles it, and other bytes are kept for the user. */
export interface UnfitFiles {
  /**
   * What it does to its item, and where it is kept. `temp` stays until `drop`. Throws what the drive says, or AppFailure
   * while the key that it may echo can't be read: then nothing is known.
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
  readonly service: Pick<ServiceClient, 'strike' | 'strikeBytes' | 'keep'>
  readonly targets: Pick<DownloadTargets, 'keyed'>
  readonly clock: Pick<Clock, 'now'>
  readonly random: () => number
}): UnfitFiles {
  const { library, service, targets, clock, random } = deps

  /** It may have been fetched with either. Throws AppFailure while they can't be known. */
  async function keysFor(
    { connectionId }: ReadyItem,
    frozen: JobOrigin['frozen'],
  ): Promise<readonly (string | null)[]> {
    const keys = new Set<string | null>()
    for (const withLatestKey of [false, true])
      keys.add((await targets.keyed(connectionId, frozen, { withLatestKey })).key)
    return [...keys]
  }

  /** Null if the keys that it may echo can't be known now: then nothing of it is kept. */
  async function struck(
    item: ReadyItem,
    { text }: TextAnswer,
    frozen: JobOrigin['frozen'],
  ): Promise<string | null> {
    try {
      let words = text
      for (const key of await keysFor(item, frozen)) words = await service.strike(words, key)
      return words
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
    const { jobId, index, url, spoolFile, tries } = item
    const words = await struck(item, answer, frozen)
    const detail = words === null ? null : { words: words.slice(0, shownCharacters) }
    const error = appError(answer.isPage ? 'answerHtml' : 'answerText', { retry: 'free', detail })
    // Bytes that came before may have been paid for: text doesn't take their place.
    const isKept = words !== null && spoolFile === null
    const kept = isKept ? { kept: await service.keep(`${keptPrefix(jobId, index)}.txt`, cut(words)) } : {}
    if (url === null || !downloadPolicy.mayBeImageYet(error, tries))
      return { kind: 'expired', error, ...kept }
    return { kind: 'later', notBefore: clock.now() + downloadPolicy.retryMs(tries, random), error, ...kept }
  }

  /** None if there is none any more. Throws AppFailure while the keychain can't say: bytes wait for it. */
  async function keysLeft(item: ReadyItem, frozen: JobOrigin['frozen']): Promise<readonly (string | null)[]> {
    try {
      return await keysFor(item, frozen)
    } catch (problem) {
      if (problem instanceof AppFailure && problem.error.code === 'keyMissing') return []
      throw problem
    }
  }

  /**
   * Without the keys, and under a name of its own: it may be worth less than what an earlier download brought, or more.
   * Returns its path.
   */
  async function keepBytes(
    { jobId, index }: ReadyItem,
    temp: string,
    keys: readonly (string | null)[],
  ): Promise<string> {
    const { sha256 } = await fileDigest(temp)
    let bytes: AsyncIterable<Uint8Array> = plainPieces(temp)
    for (const key of keys) bytes = service.strikeBytes(bytes, key)
    return service.keep(`${keptPrefix(jobId, index)}-${sha256.slice(0, 16)}.bin`, bytes)
  }

  return {
    async setback(item, { temp, unfit, frozen }) {
      const read = () => readTextAnswer(temp)
      const answer = unfit.code === 'imageNotAnImage' ? await library.inTurn(temp, read) : null
      if (answer !== null) return textSetback(item, answer, frozen)
      // What came in the answer itself is in the spool already.
      if (item.url === null) return { kind: 'failed', error: unfit }
      const keys = await keysLeft(item, frozen)
      const kept = await library.inTurn(temp, () => keepBytes(item, temp, keys))
      return { kind: 'failed', error: unfit, ...((await hasKeptBytes(item)) ? {} : { kept }) }
    },

    async drop(temp) {
      await library.inTurn(temp, () => discardPartial(temp))
      await library.discardDrafts(temp)
    },
  }
}

/** Whether bytes that aren't text were kept for it before, and are still there. */
async function hasKeptBytes({ spoolFile }: ReadyItem): Promise<boolean> {
  if (spoolFile === null || extname(spoolFile) === '.txt') return false
  return access(spoolFile).then(
    () => true,
    (problem: unknown) => !isAbsence(problem),
  )
}

/** It may have come in a shorter encoding, and the key may have been shorter too. */
const cut = (text: string): Uint8Array => Buffer.from(text).subarray(0, keptMaximum)
