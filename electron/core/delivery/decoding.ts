import { type AppError, AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { Inspection } from '@shared/processes/imaging'
import { itemName } from '../library/imageName'
import { hopeless } from '../library/imaging'
import type { Library } from '../library/library'
import type { ReadyItem } from '../queue/engine/downloads/itemDelivery'
import { downloadPolicy } from '../queue/rows/downloadPolicy'
import { discardPartial } from '../service/partialFiles'

/** Errors that say nothing about an image except that the decoder didn't finish it. */
const undecided: ReadonlySet<ErrorCode> = new Set(['imageSlow', 'decoderEnded'])

type Item = Pick<ReadyItem, 'jobId' | 'index' | 'tries'>

/** A file that will never be shown, and is of no format that is known or damaged. */
export interface UnfitFile {
  readonly unfit: AppError
}

/** Decodes fetched files, and knows the images the decoder didn't finish in this run. */
export interface Decoding {
  /**
   * If it failed alongside others, which may have been the cause, it is decoded alone. A file that will never be an
   * image and was pieced together (`resumed`) isn't kept for resuming: it is first fetched as a whole.
   */
  inspect(item: Item, temp: string, options: { readonly resumed: boolean }): Promise<Inspection | UnfitFile>
  /**
   * What a failure means: `later`, or `stuck` if the user should be shown it; neither says anything about the image.
   * Null for any other failure.
   */
  failed(item: Item, code: ErrorCode): 'later' | 'stuck' | null
}

export function createDecoding(library: Pick<Library, 'inspect' | 'inTurn'>): Decoding {
  /** How often each was decoded alone. */
  const tries = new Map<string, number>()
  const name = ({ jobId, index }: Item) => itemName(jobId, index)
  return {
    async inspect(item, temp, { resumed }) {
      try {
        const picture = await library.inspect(temp, { alone: tries.has(name(item)) })
        tries.delete(name(item))
        return picture
      } catch (problem) {
        if (!(problem instanceof AppFailure) || !hopeless.has(problem.error.code)) throw problem
        if (!resumed) return { unfit: problem.error }
        await library.inTurn(temp, () => discardPartial(temp))
        throw new AppFailure(appError('connectionLost', { retry: 'free', detail: { cause: 'parts' } }))
      }
    },
    failed(item, code) {
      if (!undecided.has(code)) return null
      // None so far: the user asked for another attempt.
      const before = item.tries === 0 ? undefined : tries.get(name(item))
      const alone = before === undefined ? 0 : before + 1
      tries.set(name(item), alone)
      return alone < downloadPolicy.decodedAloneUntilTold ? 'later' : 'stuck'
    },
  }
}
