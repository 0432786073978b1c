import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GalleryQuery, GallerySort } from '@shared/model/image'
import type { GalleryOrder } from './galleryOrder'
import type { GallerySorting } from './gallerySorting'
import { eachAlone, type GalleryTiles, stacked } from './galleryTiles'
import type { Hits, ImageSearch } from './search/imageSearch'
import type { MarkedImages } from './search/markedImages'
import type { ImageStacks } from './stacks/imageStacks'

/** Ranks of the kept order that lists show. Nothing may be awaited between an answer and the use of its ranks. */
export interface GalleryRanks {
  /** In the list's order. */
  listOf(query: GalleryQuery): Promise<GalleryTiles>
  /** At least the first `wanted` of them, without searching all images if enough of the newest are found. */
  headOf(query: GalleryQuery, wanted: number): Promise<GalleryTiles>
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
  readonly stacks: { settle(): Promise<void> } & Pick<ImageStacks, 'isSettled' | 'of' | 'end'>
  readonly marks: { settle(): Promise<void> } & Pick<MarkedImages, 'of' | 'version'>
  /** Changes with anything that lists depend on. */
  readonly revision: () => number
}): GalleryRanks {
  const { order, search, sorting, stacks: stacksOf, marks, revision } = deps
  /** The list that was asked for last. */
  let kept: { readonly key: string; readonly tiles: GalleryTiles } | null = null

  /** Uses what a text finds, in the moment in which everything is up to date. */
  async function whenReady<T>(
    list: {
      readonly text: string
      readonly sort: GallerySort
      readonly newest: number
      readonly isStacked?: boolean
    },
    use: (hits: Hits | null) => T,
  ): Promise<T> {
    const { text, sort, newest, isStacked = false } = list
    if (isStacked) await marks.settle()
    for (;;) {
      const hits = await search.find(text, { newest })
      await order.settle()
      await sorting.settle({ sort, text })
      if (isStacked) await stacksOf.settle()
      const isReady = order.isSettled() && sorting.isSettled({ sort, text }) && hits?.isComplete() !== false
      if (isReady && (!isStacked || stacksOf.isSettled())) return use(hits)
    }
  }

  function tilesOf(ranks: Uint32Array, stacks: GalleryQuery['stacks']): GalleryTiles {
    if (!stacks) return eachAlone(ranks)
    const { numbers } = order.columns()
    const open = new Set(stacks.open)
    return stacked(ranks, {
      stackOf: (rank) => stacksOf.of(numbers[rank] ?? 0),
      end: stacksOf.end(),
      isOpen: (stack) => open.has(stack),
      marksOf: (rank) => marks.of(numbers[rank] ?? 0),
    })
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

  const keptList = ({ text, batchId = null, sort = 'new', stacks = null }: GalleryQuery) =>
    whenReady({ text, sort, newest: Number.POSITIVE_INFINITY, isStacked: stacks !== null }, (hits) => {
      const stacking = stacks && [stacks.open, marks.version()]
      const rated = sort === 'rating' ? marks.version() : null
      const key = JSON.stringify([batchId, sort, hits?.key, order.version(), revision(), stacking, rated])
      if (kept?.key === key) return { tiles: kept.tiles, isNew: false }
      const tiles = tilesOf(sorting.sorted(ranksOf(batchId, hits), sort), stacks)
      kept = { key, tiles }
      return { tiles, isNew: true }
    })

  async function listOf(query: GalleryQuery): Promise<GalleryTiles> {
    const { tiles, isNew } = await keptList(query)
    if (!isNew || !query.stacks) return tiles
    // What is done with so much work has a turn of its own.
    await nextTurn()
    return (await keptList(query)).tiles
  }

  return {
    listOf,

    async headOf(query, wanted) {
      const { text, batchId = null, sort = 'new', stacks = null } = query
      if (text === '' || sort !== 'new' || stacks !== null || wanted > headLength) return listOf(query)
      const all = order.columns().numbers.length
      for (let newest = headSearched.first; newest < all; newest *= headSearched.times) {
        const ranks = await whenReady({ text, sort, newest }, (hits) => ranksOf(batchId, hits, wanted))
        if (ranks.length === wanted) return eachAlone(ranks)
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
