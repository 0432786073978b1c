import type { GalleryQuery, GallerySort } from '@shared/model/image'
import type { GalleryOrder } from './galleryOrder'
import type { GallerySorting } from './gallerySorting'
import type { Hits, ImageSearch } from './search/imageSearch'

/** Ranks of the kept order that lists show. Nothing may be awaited between an answer and the use of its ranks. */
export interface GalleryRanks {
  /** In the list's order. */
  listOf(query: GalleryQuery): Promise<Uint32Array>
  /** At least the first `wanted` of them, without searching all images if enough of the newest are found. */
  headOf(query: GalleryQuery, wanted: number): Promise<Uint32Array>
  /** How many there are; nothing is kept of them. */
  count(query: GalleryQuery): Promise<number>
}

/** How many of the newest images are searched first for the beginning of a list, and how many times more after that. */
const headSearched = { first: 2048, times: 4 }
/** Images of a list that may be shown before all are searched. */
export const headLength = 512

export function createGalleryRanks(deps: {
  readonly order: Pick<GalleryOrder, 'settle' | 'isSettled' | 'columns' | 'batch' | 'version'>
  readonly search: Pick<ImageSearch, 'find'>
  readonly sorting: Pick<GallerySorting, 'settle' | 'isSettled' | 'sorted'>
  /** Changes with anything that lists depend on. */
  readonly revision: () => number
}): GalleryRanks {
  const { order, search, sorting, revision } = deps
  /** The list that was asked for last. */
  let kept: { readonly key: string; readonly ranks: Uint32Array } | null = null

  /** Uses what a text finds, in the moment in which everything is up to date. */
  async function whenReady<T>(
    { text, sort, newest }: { readonly text: string; readonly sort: GallerySort; readonly newest: number },
    use: (hits: Hits | null) => T,
  ): Promise<T> {
    for (;;) {
      const hits = await search.find(text, { newest })
      await order.settle()
      await sorting.settle({ sort, text })
      if (order.isSettled() && sorting.isSettled({ sort, text }) && hits?.isComplete() !== false)
        return use(hits)
    }
  }

  /** At most `most` of them; only as far as has been searched. */
  function ranksOf(batchId: string | null, hits: Hits | null, most = Number.POSITIVE_INFINITY): Uint32Array {
    const { numbers, placedAt, batches } = order.columns()
    const batch = batchId === null ? null : order.batch(batchId)
    const isFound = hits?.test()
    const from = hits?.from() ?? 0
    const ranks = new Uint32Array(Math.min(most, numbers.length))
    let found = 0
    for (let rank = 0; rank < numbers.length && found < most; rank++) {
      const number = numbers[rank] ?? 0
      if (number <= from) break
      if (batchId !== null && batches[rank] !== batch) continue
      if (isFound === undefined || isFound(number, placedAt[rank] ?? 0, batches[rank] ?? 0))
        ranks[found++] = rank
    }
    return ranks.subarray(0, found)
  }

  const listOf = ({ text, batchId = null, sort = 'new' }: GalleryQuery): Promise<Uint32Array> =>
    whenReady({ text, sort, newest: Number.POSITIVE_INFINITY }, (hits) => {
      const key = JSON.stringify([batchId, sort, hits?.key, order.version(), revision()])
      if (kept?.key !== key) kept = { key, ranks: sorting.sorted(ranksOf(batchId, hits), sort) }
      return kept.ranks
    })

  return {
    listOf,

    async headOf(query, wanted) {
      const { text, batchId = null, sort = 'new' } = query
      if (text === '' || sort !== 'new' || wanted > headLength) return listOf(query)
      const all = order.columns().numbers.length
      for (let newest = headSearched.first; newest < all; newest *= headSearched.times) {
        const ranks = await whenReady({ text, sort, newest }, (hits) => ranksOf(batchId, hits, wanted))
        if (ranks.length === wanted) return ranks
      }
      return listOf(query)
    },

    count: ({ text, batchId = null }) =>
      whenReady(
        { text, sort: 'new', newest: Number.POSITIVE_INFINITY },
        (hits) => ranksOf(batchId, hits).length,
      ),
  }
}
