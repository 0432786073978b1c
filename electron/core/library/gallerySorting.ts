import { partsOf } from '@shared/model/cost'
import type { GallerySort } from '@shared/model/image'
import { ratingMaximum } from '@shared/model/imageMarks'
import type { HandOrder } from './collections/handOrder'
import type { GalleryOrder } from './galleryOrder'
import type { ImageCosts } from './imageCosts'
import type { NameOrder } from './nameOrder'
import type { ImageFacts } from './search/imageFacts'
import type { MarkedImages } from './search/markedImages'

/** Other orders than the one that is kept. */
export interface GallerySorting {
  /** Gathers what the order of a list needs, in slices. */
  settle(list: SortedList): Promise<void>
  /** False if something has arrived since. */
  isSettled(list: SortedList): boolean
  /** Ranks of the kept order, ascending, put in the order that is wanted. Call it only while settled. */
  sorted(ranks: Uint32Array, sort: GallerySort): Uint32Array
  stop(): void
}

export interface SortedList {
  readonly sort: GallerySort
  /** What is searched for. */
  readonly text: string
}

/** In pixels, or ten-thousandths of a credit; larger ones count as equal. */
const largest = 2 ** 31

export function createGallerySorting(deps: {
  readonly order: Pick<GalleryOrder, 'columns'>
  readonly facts: ImageFacts
  readonly costs: Pick<ImageCosts, 'settle' | 'isSettled' | 'of'>
  readonly marked: Pick<MarkedImages, 'settle' | 'of'>
  readonly names: NameOrder
  readonly hand: HandOrder
}): GallerySorting {
  const { order, facts, costs, marked, names, hand } = deps
  const ending = new AbortController()

  /** By a whole number each, the lowest first; what has the same stays in the kept order. */
  function by(ranks: Uint32Array, worthOf: (number: number) => number): Uint32Array {
    const { numbers } = order.columns()
    const keys = Float64Array.from(ranks, (rank) => worthOf(numbers[rank] ?? 0) * numbers.length + rank)
    return Uint32Array.from(keys.sort(), (key) => key % numbers.length)
  }

  return {
    async settle({ sort, text }) {
      if (sort === 'cost') await costs.settle()
      if (sort === 'rating') await marked.settle(ending.signal)
      if (sort === 'size') await facts.settle(ending.signal)
      if (sort === 'name') await names.settle(ending.signal)
      if (sort === 'hand') await hand.settle(text, ending.signal)
    },
    isSettled: ({ sort, text }) =>
      (sort !== 'cost' || costs.isSettled()) &&
      (sort !== 'size' || facts.isSettled()) &&
      (sort !== 'name' || names.isSettled()) &&
      (sort !== 'hand' || hand.isSettled(text)),
    sorted(ranks, sort) {
      switch (sort) {
        case 'new':
          return ranks
        case 'old':
          return ranks.toReversed()
        case 'name':
          return by(ranks, names.placeOf)
        case 'hand':
          return by(ranks, hand.placeOf)
        case 'rating':
          return by(ranks, (number) => ratingMaximum - marked.of(number).rating)
        case 'cost':
          return by(ranks, (number) => largest - Math.min(largest, partsOf(costs.of(number).surely)))
        case 'size':
          return by(ranks, (number) => {
            const { width = 0, height = 0 } = facts.all()[facts.indexOf(number)] ?? {}
            return largest - Math.min(largest, width * height)
          })
      }
    },
    stop: () => ending.abort(),
  }
}
