import type {
  GalleryOutline,
  GalleryOutlineQuery,
  GalleryPage,
  GalleryPageQuery,
  GalleryQuery,
  Image,
} from '@shared/model/image'
import type { GalleryCosts, ImagesCost } from '@shared/model/imageCost'
import {
  comparedMaximum,
  fewImages,
  type ImageBeyond,
  type ImagePlace,
  type ImagePositions,
  type ImageRange,
  type ImageSelection,
  type SeenSelectionQuery,
  type SelectedRange,
} from '@shared/model/imageSelection'
import { bitsOf, bitsText, hasBit, textBits } from '@shared/model/numberBits'
import type { GalleryOrder } from './galleryOrder'
import { createGalleryRanks, headLength } from './galleryRanks'
import type { GallerySorting } from './gallerySorting'
import { type GalleryTiles, imagesOf, type NumberedTiles, numbered, stackAt, tileOf } from './galleryTiles'
import type { ImageCosts } from './imageCosts'
import type { ImageRows } from './imageRows'
import { lowerBound } from './lowerBound'
import { createOutlinedLists } from './outlinedLists'
import { coloursText, daysOf, flagsOf, positionsOf, stackCountsOf } from './outlineParts'
import type { ImageSearch } from './search/imageSearch'
import type { MarkedImages } from './search/markedImages'
import { seenSelection } from './seenSelection'
import type { ImageStacks } from './stacks/imageStacks'

/**
 * What the window's lists show. Each answer is of one moment: it is put together in one go, once the kept order and the
 * search are up to date.
 */
export interface GalleryLists {
  outline(query: GalleryOutlineQuery): Promise<GalleryOutline>
  /** What the images of a list have cost, and those of each of its days. */
  costs(query: GalleryQuery): Promise<Omit<GalleryCosts, 'revision'>>
  /** What images that are selected have cost together. */
  selectedCosts(selection: ImageSelection): Promise<ImagesCost[]>
  /** How many images a list has; the list that is shown stays as it is. */
  count(query: GalleryQuery): Promise<number>
  /**
   * Rows of the list `asOf` a revision that was outlined, or else of the list of now: its revision says which. Positions
   * in another list than the one that is shown are of other images.
   */
  page(query: GalleryPageQuery, offset: number, limit: number): Promise<GalleryPage>
  select(range: ImageRange): Promise<SelectedRange>
  /** What positions of a list that was outlined select; null if that was too long ago. */
  selectAt(positions: ImagePositions): Promise<SelectedRange | null>
  /** What of a selection can be seen; `top` is the image on top of the closed stack that alone is selected. */
  selectSeen(asked: SeenSelectionQuery): Promise<{ selected: SelectedRange; top: string | null }>
  /**
   * The first image after all of some places, or before them; null if there is none, or if the places can't be known
   * any more.
   */
  beyond(wanted: ImageBeyond): Promise<Image | null>
  /** Rows of the first `comparedMaximum` of `selected`. */
  few(selection: ImageSelection): Promise<Image[]>
  /** Numbers of the images that are selected and still shown: newest first, or as they are named by id. */
  selected(selection: ImageSelection): Promise<readonly number[]>
  /** The same in the order of the list that the selection names; what isn't in that comes last. */
  selectedInOrder(selection: ImageSelection): Promise<readonly number[]>
}

export function createGalleryLists(deps: {
  readonly order: GalleryOrder
  readonly search: Pick<ImageSearch, 'find'>
  readonly sorting: Pick<GallerySorting, 'settle' | 'isSettled' | 'sorted'>
  readonly rows: Pick<ImageRows, 'shown' | 'idsOf' | 'numbersOf' | 'numberAt' | 'highest'>
  readonly costs: Pick<ImageCosts, 'settle' | 'settleBehind' | 'ahead' | 'isSettled' | 'sum' | 'sums'>
  readonly marks: { settle(): Promise<void> } & Pick<MarkedImages, 'of' | 'version'>
  readonly stacks: { settle(): Promise<void> } & Pick<ImageStacks, 'isSettled' | 'of' | 'end'>
  /** Changes with anything that lists depend on. */
  readonly revision: () => number
}): GalleryLists {
  const { order, rows, costs, marks: marked, revision } = deps
  const { listOf, headOf, count } = createGalleryRanks(deps)
  const outlined = createOutlinedLists()

  /** The position in a list of the image that is, or was, at a place; null if that can't be known any more. */
  function positionOf(place: ImagePlace, tiles: GalleryTiles, { sort = 'new' }: GalleryQuery): number | null {
    const rank = order.rankOf(place)
    const { numbers } = order.columns()
    if (numbers[rank] === rows.numberAt(place)) {
      const position = tileOf(tiles, rank)
      if (position >= 0) return position
    }
    // Between the images that were its neighbours.
    const { places } = tiles
    if (sort === 'new') return below(places, rank) - 0.5
    return sort === 'old' ? places.length - below(places.toReversed(), rank) - 0.5 : null
  }

  /** Numbers of the images. */
  async function rangeOf({ from, to, ...query }: ImageRange): Promise<readonly number[]> {
    const tiles = await listOf(query)
    const one = from === null ? 0 : positionOf(from, tiles, query)
    const other = to === null ? tiles.shown.length - 1 : positionOf(to, tiles, query)
    if (one === null || other === null) return []
    const { numbers } = order.columns()
    return Array.from(
      imagesOf(tiles, Math.ceil(Math.min(one, other)), Math.floor(Math.max(one, other))),
      (rank) => numbers[rank] ?? 0,
    )
  }

  /** Rows of a part of a list. */
  function rowsOf(list: NumberedTiles, offset: number, limit: number): Image[] {
    const wanted = [...list.shown.subarray(offset, offset + limit)]
    const tiles = new Map(wanted.map((number, at) => [number, offset + at]))
    return rows.shown(wanted).map((image) => {
      const stack = stackAt(list, tiles.get(image.number) ?? -1)
      return stack === null ? image : { ...image, stack }
    })
  }

  const selectionOf = (numbers: readonly number[]): SelectedRange =>
    numbers.length > fewImages
      ? { count: numbers.length, numbers: bitsText(bitsOf(numbers, rows.highest())) }
      : { ids: [...rows.idsOf(numbers)] }

  /** Those that are shown, newest first. */
  async function shownOf(isWanted: (number: number) => boolean): Promise<readonly number[]> {
    do await order.settle()
    while (!order.isSettled())
    return [...order.columns().numbers].filter(isWanted)
  }

  async function selected({ ids, numbers }: ImageSelection): Promise<readonly number[]> {
    const named = rows.numbersOf(ids)
    if (numbers === undefined) return named
    const bits = textBits(numbers)
    const all = new Set(named)
    return shownOf((number) => all.has(number) || hasBit(bits, number))
  }

  async function selectedInOrder(selection: ImageSelection): Promise<readonly number[]> {
    const { shown } = selection
    const chosen = await selected(selection)
    if (shown === undefined) return chosen
    const tiles = await listOf({ ...shown, stacks: null })
    const { numbers } = order.columns()
    // By number, and without sorting: 100,000 would keep everything else waiting.
    const left = new Uint8Array(rows.highest() + 1)
    for (const number of chosen) left[number] = 1
    const listed: number[] = []
    for (const rank of tiles.shown) {
      const number = numbers[rank] ?? 0
      if (left[number] === 1) listed.push(number)
      left[number] = 0
    }
    return [...listed, ...chosen.filter((number) => left[number] === 1)]
  }

  return {
    selectedInOrder,
    outline: ({ marks = [], ...query }) =>
      costs.ahead(async () => {
        await marked.settle()
        const tiles = await listOf(query)
        const { numbers, placedAt, ratios, colours } = order.columns()
        const listed = numbered(tiles, numbers)
        outlined.keep(query, revision(), listed)
        const days = isByTime(query) ? daysOf(tiles, placedAt) : []
        return {
          revision: revision(),
          total: tiles.shown.length,
          libraryTotal: numbers.length,
          days,
          ...(tiles.stacks === null ? {} : { stackCounts: stackCountsOf(tiles, days) }),
          flags: flagsOf(listed.images, marked.of),
          ratios: Buffer.from(tiles.shown.map((rank) => ratios[rank] ?? 0)).toString('base64'),
          marks: positionsOf(marks, listed.shown),
          colours: coloursText(tiles.shown, colours),
        }
      }),

    async costs(query) {
      let tiles: GalleryTiles
      do {
        await costs.settleBehind()
        tiles = await listOf(query)
      } while (!costs.isSettled())
      const { numbers, placedAt } = order.columns()
      const listed = numbered(tiles, numbers)
      const days = isByTime(query) ? daysOf(tiles, placedAt) : []
      let from = 0
      const ofDays = days.map(({ count }) => {
        from += count
        return [...imagesOf(listed, from - count, from - 1)]
      })
      const [total = [], ...sums] = costs.sums([[...listed.images], ...ofDays])
      return { total, days: days.map(({ day }, at) => ({ day, cost: sums[at] ?? [] })) }
    },

    count,

    page: ({ asOf, ...query }, offset, limit) =>
      costs.ahead(async () => {
        const listed = asOf === undefined ? null : outlined.find(query, asOf)
        const end = offset + limit
        if (asOf !== undefined && listed !== null) {
          const found = rowsOf(listed, offset, limit)
          if (found.length === listed.shown.subarray(offset, end).length)
            return { revision: asOf, rows: found }
        }
        // The beginning need not wait until the order has been read.
        if (isWhole(query) && !order.isSettled() && end <= headLength)
          return { revision: revision(), rows: rows.shown(order.firstNumbers(end).slice(offset)) }
        const tiles = await headOf(query, end)
        return { revision: revision(), rows: rowsOf(numbered(tiles, order.columns().numbers), offset, limit) }
      }),

    async select({ flag, ...range }) {
      if (flag !== undefined) await marked.settle()
      const found = await rangeOf(range)
      return selectionOf(
        flag === undefined ? found : found.filter((number) => marked.of(number).flag === flag),
      )
    },

    async selectAt({ revision: asOf, ranges, besides, takenOut = false, ...query }) {
      const listed = outlined.find(query, asOf)
      if (listed === null) return null
      const before = besides === null ? [] : await selected(besides)
      // By number: a set of 100,000 takes longer than all else.
      const chosen = new Uint8Array(rows.highest() + 1)
      for (const number of before) chosen[number] = 1
      for (const [from, to] of ranges)
        for (const number of imagesOf(listed, from, to)) chosen[number] = takenOut ? 0 : 1
      return selectionOf(await shownOf((number) => chosen[number] === 1))
    },

    async selectSeen({ selection, before, ...query }) {
      // At once: a later outline replaces it.
      const earlier = before === null ? null : outlined.find(before, before.revision)
      const numbers = await selected(selection)
      const tiles = await listOf(query)
      const list = numbered(tiles, order.columns().numbers)
      const { has, top } = seenSelection(list, earlier, numbers, rows.highest())
      return {
        selected: selectionOf(await shownOf(has)),
        top: top === null ? null : (rows.idsOf([top])[0] ?? null),
      }
    },

    async beyond({ places, way, besides, ...query }) {
      const tiles = await listOf(query)
      const positions = places.flatMap((place) => positionOf(place, tiles, query) ?? [])
      if (positions.length < places.length) return null
      const passed = new Set(rows.numbersOf(besides))
      const { numbers } = order.columns()
      const first = way > 0 ? Math.floor(Math.max(...positions)) + 1 : Math.ceil(Math.min(...positions)) - 1
      for (let at = first; at >= 0 && at < tiles.shown.length; at += way) {
        const number = numbers[tiles.shown[at] ?? 0] ?? 0
        if (!passed.has(number)) return rows.shown([number])[0] ?? null
      }
      return null
    },

    few: async (selection) => rows.shown((await selected(selection)).slice(0, comparedMaximum)),

    async selectedCosts(selection) {
      let numbers: readonly number[]
      do {
        await costs.settle()
        numbers = await selected(selection)
      } while (!costs.isSettled())
      return costs.sum(numbers)
    },

    selected,
  }
}

const isWhole = ({ text, batchId = null, sort = 'new', stacks = null }: GalleryQuery): boolean =>
  text === '' && batchId === null && sort === 'new' && stacks === null

const isByTime = ({ sort = 'new' }: GalleryQuery): boolean => sort === 'new' || sort === 'old'

/** How many of the ranks, ascending, are below a rank. */
const below = (ranks: Uint32Array, rank: number): number =>
  lowerBound(ranks.length, (at) => (ranks[at] ?? 0) < rank)
