import { type GalleryOutline, type GalleryQuery, type Image, localDay } from '@shared/model/image'
import type { GalleryCosts, ImagesCost } from '@shared/model/imageCost'
import {
  fewImages,
  type ImagePlace,
  type ImageRange,
  type ImageSelection,
  type SelectedRange,
} from '@shared/model/imageSelection'
import { bitsOf, bitsText, hasBit, textBits } from '@shared/model/numberBits'
import type { GalleryOrder } from './galleryOrder'
import type { GallerySorting } from './gallerySorting'
import type { ImageCosts } from './imageCosts'
import type { ImageRows } from './imageRows'
import type { Hits, ImageSearch } from './search/imageSearch'

/**
 * What the window's lists show. Each answer is of one moment: it is put together in one go, once the kept order and the
 * search are up to date.
 */
export interface GalleryLists {
  outline(query: GalleryQuery): Promise<Omit<GalleryOutline, 'revision'>>
  /** What the images of a list have cost, and those of each of its days. */
  costs(query: GalleryQuery): Promise<Omit<GalleryCosts, 'revision'>>
  /** What images that are selected have cost together. */
  selectedCosts(selection: ImageSelection): Promise<ImagesCost[]>
  page(query: GalleryQuery, offset: number, limit: number): Promise<readonly Image[]>
  select(range: ImageRange): Promise<SelectedRange>
  /** Numbers of the images that are selected and still shown: newest first, or as they are named by id. */
  selected(selection: ImageSelection): Promise<readonly number[]>
}

/** Ranks of the images that a list shows, in its order. */
interface List {
  readonly key: string
  readonly ranks: Uint32Array
}

export function createGalleryLists(deps: {
  readonly order: GalleryOrder
  readonly search: Pick<ImageSearch, 'find'>
  readonly sorting: Pick<GallerySorting, 'settle' | 'isSettled' | 'sorted'>
  readonly rows: Pick<ImageRows, 'shown' | 'idsOf' | 'numbersOf' | 'numberAt' | 'highest'>
  readonly costs: Pick<ImageCosts, 'settle' | 'isSettled' | 'sum'>
  /** Changes with anything that lists depend on. */
  readonly revision: () => number
}): GalleryLists {
  const { order, search, sorting, rows, costs, revision } = deps
  /** The list that was asked for last. */
  let kept: List | null = null

  /** Nothing may be awaited between this and the use of the ranks. */
  async function listOf({ text, batchId = null, sort = 'new' }: GalleryQuery): Promise<Uint32Array> {
    for (;;) {
      const hits = await search.find(text)
      await order.settle()
      await sorting.settle(sort)
      if (!order.isSettled() || !sorting.isSettled(sort) || hits?.isComplete() === false) continue
      const key = JSON.stringify([batchId, sort, hits?.key, order.version(), revision()])
      if (kept?.key !== key) kept = { key, ranks: sorting.sorted(ranksOf(batchId, hits), sort) }
      return kept.ranks
    }
  }

  function ranksOf(batchId: string | null, hits: Hits | null): Uint32Array {
    const { numbers, placedAt, batches } = order.columns()
    const batch = batchId === null ? null : order.batch(batchId)
    const isFound = hits?.test()
    const ranks = new Uint32Array(numbers.length)
    let found = 0
    for (let rank = 0; rank < numbers.length; rank++) {
      if (batchId !== null && batches[rank] !== batch) continue
      if (isFound === undefined || isFound(numbers[rank] ?? 0, placedAt[rank] ?? 0, batches[rank] ?? 0))
        ranks[found++] = rank
    }
    return ranks.subarray(0, found)
  }

  /** The position in a list of the image that is, or was, at a place; null if that can't be known any more. */
  function positionOf(place: ImagePlace, ranks: Uint32Array, { sort = 'new' }: GalleryQuery): number | null {
    const rank = order.rankOf(place)
    const { numbers } = order.columns()
    if (numbers[rank] === rows.numberAt(place)) {
      const position = ranks.indexOf(rank)
      if (position >= 0) return position
    }
    // Between the images that were its neighbours.
    if (sort === 'new') return lowerBound(ranks, rank) - 0.5
    return sort === 'old' ? ranks.length - lowerBound(ranks.toReversed(), rank) - 0.5 : null
  }

  async function rangeOf({ from, to, ...query }: ImageRange): Promise<Uint32Array> {
    const ranks = await listOf(query)
    const ends = [
      from === null ? 0 : positionOf(from, ranks, query),
      to === null ? ranks.length - 1 : positionOf(to, ranks, query),
    ]
    const [one, other] = ends
    if (one === null || one === undefined || other === null || other === undefined)
      return ranks.subarray(0, 0)
    return ranks.subarray(Math.ceil(Math.min(one, other)), Math.floor(Math.max(one, other)) + 1)
  }

  async function selected({ ids, numbers }: ImageSelection): Promise<readonly number[]> {
    const named = rows.numbersOf(ids)
    if (numbers === undefined) return named
    const bits = textBits(numbers)
    do await order.settle()
    while (!order.isSettled())
    const all = new Set(named)
    return [...order.columns().numbers].filter((number) => all.has(number) || hasBit(bits, number))
  }

  return {
    async outline(query) {
      const ranks = await listOf(query)
      const { placedAt, ratios, colours } = order.columns()
      return {
        total: ranks.length,
        days: isByTime(query) ? daysOf(ranks, placedAt) : [],
        ratios: Buffer.from(ranks.map((rank) => ratios[rank] ?? 0)).toString('base64'),
        colours: coloursText(ranks, colours),
      }
    },

    async costs(query) {
      let ranks: Uint32Array
      do {
        await costs.settle()
        ranks = await listOf(query)
      } while (!costs.isSettled())
      const { numbers, placedAt } = order.columns()
      const listed = Array.from(ranks, (rank) => numbers[rank] ?? 0)
      let from = 0
      return {
        total: costs.sum(listed),
        days: (isByTime(query) ? daysOf(ranks, placedAt) : []).map(({ count }) => {
          from += count
          return costs.sum(listed.slice(from - count, from))
        }),
      }
    },

    async page(query, offset, limit) {
      const ranks = (await listOf(query)).subarray(offset, offset + limit)
      const { numbers } = order.columns()
      return rows.shown(Array.from(ranks, (rank) => numbers[rank] ?? 0))
    },

    async select(range) {
      const ranks = await rangeOf(range)
      const { numbers } = order.columns()
      const selected = Array.from(ranks, (rank) => numbers[rank] ?? 0)
      return selected.length > fewImages
        ? { count: selected.length, numbers: bitsText(bitsOf(selected, rows.highest())) }
        : { ids: [...rows.idsOf(selected)] }
    },

    selected,

    async selectedCosts(selection) {
      let numbers: readonly number[]
      do {
        await costs.settle()
        numbers = await selected(selection)
      } while (!costs.isSettled())
      return costs.sum(numbers)
    },
  }
}

/**
 * Base64 of two bytes each, the higher one first: every machine that the app runs on has them the other way round. A
 * loop, because `from` takes ten times as long.
 */
function coloursText(ranks: Uint32Array, colours: Uint16Array): string {
  const listed = new Uint16Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) listed[at] = colours[ranks[at] ?? 0] ?? 0
  return Buffer.from(listed.buffer).swap16().toString('base64')
}

const isByTime = ({ sort = 'new' }: GalleryQuery): boolean => sort === 'new' || sort === 'old'

/** How many of the ranks, ascending, are below a rank. */
function lowerBound(ranks: Uint32Array, wanted: number): number {
  let low = 0
  let high = ranks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranks[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** A job's images belong to the day of its first image. */
function daysOf(ranks: Uint32Array, placedAt: Float64Array): { day: string; count: number }[] {
  const days: { day: string; count: number }[] = []
  let begin = Number.NaN
  let end = Number.NaN
  for (const rank of ranks) {
    const at = placedAt[rank] ?? 0
    const last = days.at(-1)
    if (last !== undefined && at >= begin && at < end) {
      last.count++
      continue
    }
    const date = new Date(at)
    begin = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
    end = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
    const day = localDay(at)
    if (last?.day === day) last.count++
    else days.push({ day, count: 1 })
  }
  return days
}
