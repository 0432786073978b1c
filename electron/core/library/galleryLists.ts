import { type GalleryOutline, type GalleryQuery, type Image, localDay } from '@shared/model/image'
import {
  fewImages,
  type ImageRange,
  type ImageSelection,
  type ListedImages,
  type SelectedRange,
} from '@shared/model/imageSelection'
import type { GalleryOrder } from './galleryOrder'
import type { ImageRows } from './imageRows'
import type { Hits, ImageSearch } from './imageSearch'

/**
 * What the window's lists show. Each answer is of one moment: it is put together in one go, once the kept order and the
 * search are up to date.
 */
export interface GalleryLists {
  outline(query: GalleryQuery): Promise<Omit<GalleryOutline, 'revision'>>
  page(query: GalleryQuery, offset: number, limit: number): Promise<readonly Image[]>
  select(range: ImageRange): Promise<SelectedRange>
  /** Numbers of the images that are selected and still shown, in the gallery's order; those named by id come last. */
  selected(selection: ImageSelection): Promise<readonly number[]>
}

/** Ranks of the images that a list shows, ascending. */
interface List {
  readonly of: string
  readonly hits: Hits | null
  readonly version: number
  readonly ranks: Uint32Array
}

export function createGalleryLists(deps: {
  readonly order: GalleryOrder
  readonly search: Pick<ImageSearch, 'find'>
  readonly rows: Pick<ImageRows, 'shown' | 'idsOf' | 'numbersOf' | 'highest'>
}): GalleryLists {
  const { order, search, rows } = deps
  /** The list that was asked for last. */
  let kept: List | null = null

  /** Nothing may be awaited between this and the use of the ranks. */
  async function listOf({ text, batchId = null }: GalleryQuery): Promise<Uint32Array> {
    for (;;) {
      const hits = await search.find(text)
      await order.settle()
      if (!order.isSettled() || hits?.isComplete() === false) continue
      const version = order.version()
      const of = batchId ?? ''
      if (kept?.of !== of || kept.hits !== hits || kept.version !== version)
        kept = { of, hits, version, ranks: ranksOf(batchId, hits) }
      return kept.ranks
    }
  }

  function ranksOf(batchId: string | null, hits: Hits | null): Uint32Array {
    const { numbers, batches } = order.columns()
    const batch = batchId === null ? null : order.batch(batchId)
    const ranks = new Uint32Array(numbers.length)
    let found = 0
    for (let rank = 0; rank < numbers.length; rank++) {
      if (batchId !== null && batches[rank] !== batch) continue
      if (hits === null || hits.numbers.has(numbers[rank] ?? 0)) ranks[found++] = rank
    }
    return ranks.subarray(0, found)
  }

  async function rangeOf({ from, to, ...query }: ImageRange): Promise<Uint32Array> {
    const ranks = await listOf(query)
    const begin = from === null ? 0 : lowerBound(ranks, order.rankOf(from))
    const end = to === null ? ranks.length : lowerBound(ranks, order.rankOf({ ...to, index: to.index + 1 }))
    return ranks.subarray(begin, end)
  }

  async function listed({ until, except, ...range }: ListedImages): Promise<readonly number[]> {
    const ranks = await rangeOf(range)
    const { numbers } = order.columns()
    const left = new Set(rows.numbersOf(except))
    const found: number[] = []
    for (const rank of ranks) {
      const number = numbers[rank] ?? 0
      if (number <= until && !left.has(number)) found.push(number)
    }
    return found
  }

  return {
    async outline(query) {
      const ranks = await listOf(query)
      const { placedAt, ratios } = order.columns()
      return {
        total: ranks.length,
        days: daysOf(ranks, placedAt),
        ratios: Buffer.from(ranks.map((rank) => ratios[rank] ?? 0)).toString('base64'),
      }
    },

    async page(query, offset, limit) {
      const ranks = (await listOf(query)).subarray(offset, offset + limit)
      const { numbers } = order.columns()
      return rows.shown(Array.from(ranks, (rank) => numbers[rank] ?? 0))
    },

    async select(range) {
      const ranks = await rangeOf(range)
      if (ranks.length > fewImages) return { count: ranks.length, until: rows.highest() }
      const { numbers } = order.columns()
      return { ids: [...rows.idsOf(Array.from(ranks, (rank) => numbers[rank] ?? 0))] }
    },

    async selected({ ids, list }) {
      const ofList = list === undefined ? [] : await listed(list)
      const named = new Set(rows.numbersOf(ids))
      return named.size === 0 ? ofList : [...ofList.filter((number) => !named.has(number)), ...named]
    },
  }
}

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
