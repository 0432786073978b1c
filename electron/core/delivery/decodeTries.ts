import type { ErrorCode } from '@shared/errors'
import { itemName } from '../library/imageName'
import type { ReadyItem } from '../queue/engine/downloads/itemDelivery'

/** Errors that say nothing about an image except that the decoder didn't finish it. */
const undecided: ReadonlySet<ErrorCode> = new Set(['imageSlow', 'decoderEnded'])

/** How often an image is decoded alone, on a working drive, before the person is shown the problem. */
const triesUntilTold = 3

type Item = Pick<ReadyItem, 'jobId' | 'index' | 'tries'>

/** Images the decoder didn't finish in this run, and how often each was decoded alone. */
export interface DecodeTries {
  /** It failed alongside others, which may have been the cause: next time it is decoded alone. */
  isAlone(item: Item): boolean
  /**
   * What a failure means: `later`, or `stuck` if the person should be shown it; neither says anything about the image.
   * Null for any other failure.
   */
  failed(item: Item, code: ErrorCode): 'later' | 'stuck' | null
  decoded(item: Item): void
}

export function createDecodeTries(): DecodeTries {
  const tries = new Map<string, number>()
  const name = ({ jobId, index }: Item) => itemName(jobId, index)
  return {
    isAlone: (item) => tries.has(name(item)),
    failed(item, code) {
      if (!undecided.has(code)) return null
      // None so far: the person asked for another attempt.
      const before = item.tries === 0 ? undefined : tries.get(name(item))
      const alone = before === undefined ? 0 : before + 1
      tries.set(name(item), alone)
      return alone < triesUntilTold ? 'later' : 'stuck'
    },
    decoded(item) {
      tries.delete(name(item))
    },
  }
}
