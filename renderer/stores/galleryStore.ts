import type { AppError } from '@shared/errors'
import { asksCollection } from '@shared/model/collection'
import { type GalleryPage, type GallerySort, type Image, marksMaximum } from '@shared/model/image'
import type { GalleryCosts } from '@shared/model/imageCost'
import type { ImageFlag, MarkChange } from '@shared/model/imageMarks'
import type { ImagePlace, SelectedRange } from '@shared/model/imageSelection'
import { textBits } from '@shared/model/numberBits'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { appErrorOf } from '../client/failure'
import type { Pictures } from '../client/pictures'
import type { BatchFilter } from './batchFilter'
import { coalesced } from './coalesced'
import { createFollower, usualRest } from './follower'
import { type GalleryRows, movedRows } from './galleryRows'
import {
  beginningOf,
  type GalleryShape,
  isNarrow,
  isSameList,
  isSameQuery,
  type ListQuery,
  shapeOf,
} from './galleryShape'
import { chunkSize, entriesOf, mapRows, noRows, rowAt, rowsWithin, withChunk } from './listRows'
import { createRowLoader } from './rowLoader'
import { keptRows } from './sameData'
import { countOf, isSelected, type SeenImages, type SelectedImages, selectionOf } from './selectedImages'
import type { Stacking } from './stacking'

export interface GalleryState {
  /** The latest search; `shape.text` follows when its answer is here. */
  readonly text: string
  /** The latest order; `shape.sort` follows. */
  readonly sort: GallerySort
  /** Null until the first answer. */
  readonly shape: GalleryShape | null
  /** Images in the whole library, null until known. */
  readonly libraryTotal: number | null
  /** What the list has cost; null until known. After a change it is that of before for a moment. */
  readonly costs: GalleryCosts | null
  /** Within the shape: no row has a position beyond it. */
  readonly rows: GalleryRows
  readonly failure: AppError | null
}

/** List positions, both included. */
export type PositionRange = readonly [from: number, to: number]

export interface GalleryStore extends StoreApi<GalleryState> {
  /** Reads the list again; calls are joined. Never rejects: a failure is kept in `failure`. */
  refresh(): Promise<void>
  /** The user has changed something: for a moment, the list follows each change at once. */
  hurry(): void
  /** Reads what matches, in an order; by default those of before. Never rejects, as `refresh`. */
  search(list: { readonly text?: string; readonly sort?: GallerySort }): Promise<void>
  /** The same in all images, for a view or a collection: no batch is shown alone any more. */
  show(list: { readonly text: string; readonly sort?: GallerySort }): Promise<void>
  /**
   * Sets which positions are on the screen, `to` exclusive, and one other that is kept; their rows are fetched in
   * chunks.
   */
  need(from: number, to: number, other?: number): void
  /** The list that is shown. */
  shownQuery(): ListQuery
  /** The image at a position of the list that is shown, or of that of another shape; null if it has changed too much. */
  readImage(position: number, of?: GalleryShape | null): Promise<Image | null>
  /** All images of the list that have a flag. */
  flagged(flag: ImageFlag): Promise<SelectedImages>
  /** The main process has marked these: the rows that are here follow. */
  mark(images: SelectedImages, change: MarkChange): void
  /** Images between two places, both inclusive, whether or not their rows have been fetched; null for an end. */
  select(from: ImagePlace | null, to: ImagePlace | null): Promise<SelectedImages>
  /**
   * Images at ranges of positions of the list that is shown, or of that of another shape, and those selected `besides`;
   * null if it has changed. With `takenOut`, those selected besides without the others.
   */
  selectAt(
    ranges: readonly PositionRange[],
    besides: SelectedImages | null,
    options?: { readonly takenOut?: boolean; readonly of?: GalleryShape | null },
  ): Promise<SelectedImages | null>
  /**
   * What of these images can be seen to be selected: those that the list still has, and closed stacks wholly, if all that
   * they had `before` is, or not.
   */
  seen(images: SelectedImages, before: GalleryShape | null): Promise<SeenImages>
  dispose(): void
}

/** How long the first images of another list wait for the count of all, in milliseconds: mostly it is there by then. */
const countPatience = 40

/**
 * How long the list waits for the pictures of its beginning when the window opens, in milliseconds. Meanwhile both
 * processes have nothing else to do.
 */
const picturesPatience = 400

/** How often an outline is asked for again because other rows came while it was put together. */
const outlineTries = 3

/** Mirrors the gallery's list, of one batch or of all, by outline and windows of rows, from the first `refresh` on. */
export function createGalleryStore(
  client: Client,
  filter: BatchFilter,
  stacking: Pick<Stacking, 'getState' | 'subscribe'>,
  pictures: Pick<Pictures, 'atRest'>,
): GalleryStore {
  const store = createStore<GalleryState>(() => ({
    text: '',
    sort: 'new',
    shape: null,
    libraryTotal: null,
    costs: null,
    rows: noRows,
    failure: null,
  }))
  const shownQuery = (): ListQuery => queryOf(store.getState().shape ?? {})
  const shownRevision = (): number => store.getState().shape?.revision ?? 0
  const wantedQuery = (): ListQuery => {
    const { text, sort } = store.getState()
    // The user has put each image where it is.
    const stacks = sort === 'hand' ? null : stacking.getState().stacks
    return { text, sort, batchId: filter.getState().batchId, stacks }
  }
  const fail = (thrown: unknown): void => store.setState({ failure: appErrorOf(thrown) })
  const loader = createRowLoader({
    has: (chunk) => {
      const { shape, rows } = store.getState()
      return shape === null || rows.fresh.has(chunk)
    },
    fetch: (window) => client.call('gallery.page', { ...shownQuery(), asOf: shownRevision(), ...window }),
    put: (chunk, { revision, rows: fetched }) => {
      // At these positions of another list are other images; an outline of it is on its way.
      if (revision !== shownRevision()) return false
      store.setState(({ rows, shape }) => {
        // A tile whose image is the same object isn't drawn again.
        const before = [...entriesOf(rows)].map(([, image]) => image)
        const images = keptRows(before, fetched)
        return { rows: rowsWithin(withChunk(rows, chunk, images, loader.wanted()), shape?.total ?? 0) }
      })
      return true
    },
    fail,
  })

  /** The outline of a list, with the new places of the images whose rows are there. */
  async function outlineOf(query: ListQuery, page: Promise<GalleryPage>) {
    for (let tries = 1; ; tries++) {
      const placed = [...entriesOf(store.getState().rows)].slice(0, marksMaximum)
      const images = placed.map(([, image]) => image)
      const marks = images.map(({ number }) => number)
      const [outline, head] = await Promise.all([client.call('gallery.outline', { ...query, marks }), page])
      // What came on the screen meanwhile has no new place, and would be lost from it. While the list is scrolled on and
      // on, that is better than to wait.
      const known = new Set(marks)
      const { fresh } = store.getState().rows
      const came = loader
        .wanted()
        .filter((chunk) => chunk > 0 || head.revision !== outline.revision)
        .some((chunk) => fresh.get(chunk)?.some(({ number }) => !known.has(number)))
      if (!came || tries === outlineTries || !isSameQuery(wantedQuery(), query))
        return { outline, images, head, isInPlace: placed.every(([at], n) => outline.marks[n] === at) }
    }
  }

  let endPatience = () => {}

  /** Resolves once they are there, after a while, or when the list is asked for again. */
  const firstPictures = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, picturesPatience)
      endPatience = () => {
        clearTimeout(timer)
        resolve()
      }
      pictures.atRest().then(endPatience, endPatience)
    })

  const renew = coalesced(async () => {
    const query = wantedQuery()
    const page = client.call('gallery.page', { ...query, offset: 0, limit: chunkSize })
    /** Otherwise what was asked for since is on its way. */
    const isWanted = () => isSameQuery(wantedQuery(), query)
    const isShown = () => {
      const { shape } = store.getState()
      return shape !== null && isSameList(shape, query)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const isFirst = store.getState().shape === null
    const hasBeginning = ({ rows }: GalleryPage) =>
      query.sort === 'new' && query.stacks === null && rows.length === chunkSize
    const showBeginning = (head: GalleryPage) => {
      const { revision, rows } = head
      if (!hasBeginning(head) || isShown()) return
      timer = setTimeout(
        () => {
          if (!isWanted()) return
          store.setState({
            shape: { revision, ...query, ...beginningOf(rows) },
            costs: null,
            rows: withChunk(noRows, 0, rows, [0]),
            failure: null,
          })
        },
        isFirst ? 0 : countPatience,
      )
    }
    page.then(showBeginning).catch(() => undefined)
    try {
      // What comes between would hold up both.
      if (isFirst && hasBeginning(await page)) await firstPictures()
      const { outline, images, head, isInPlace } = await outlineOf(query, page)
      if (!isWanted()) return
      const isSame = isShown()
      const shapeBefore = isSame && isInPlace ? store.getState().shape : null
      const before = movedRows(images, outline.marks)
      store.setState({
        shape: { revision: outline.revision, ...query, ...shapeOf(outline, shapeBefore) },
        libraryTotal: outline.libraryTotal,
        ...(isSame ? {} : { costs: null }),
        // The first rows may be of another moment, and at other positions; then they are fetched again.
        rows: rowsWithin(
          head.revision === outline.revision
            ? withChunk(before, 0, keptRows(images, head.rows), loader.wanted())
            : before,
          outline.total,
        ),
        failure: null,
      })
      loader.restart()
      void refreshCosts()
    } catch (thrown) {
      if (isWanted()) fail(thrown)
    } finally {
      clearTimeout(timer)
    }
  })

  const refresh = (): Promise<void> => {
    endPatience()
    return renew()
  }

  // In stacks, what has arrived has no tile until the list is read.
  const restAfter = (took: number) => (wantedQuery().stacks === null ? usualRest(took) : 0)
  const follower = createFollower(refresh, restAfter)

  /** After the images, which don't wait for the ledger. Without an answer, none are shown. */
  const refreshCosts = coalesced(async () => {
    const query = shownQuery()
    const costs = await client.call('gallery.costs', query).catch(() => null)
    if (isSameList(query, shownQuery())) store.setState({ costs })
  })

  /** The order to go back to when there is none by hand any more. */
  let sortBefore: GallerySort = 'new'

  /** Whether that is another list. */
  function choose(list: { readonly text?: string; readonly sort?: GallerySort }): boolean {
    const { text, sort } = store.getState()
    const wanted = { text, sort, ...list }
    if (wanted.sort === 'hand' && !asksCollection(wanted.text)) wanted.sort = sortBefore
    if (wanted.sort !== 'hand') sortBefore = wanted.sort
    if (wanted.text === text && wanted.sort === sort) return false
    store.setState({ text: wanted.text, sort: wanted.sort })
    return true
  }

  const disposers = [
    client.on('gallery.changed', follower.follow),
    filter.subscribe(({ batchId }) => {
      // A batch is shown whole: a view or a collection that was shown before doesn't hide some of it.
      if (batchId !== null) choose({ text: '' })
      void refresh()
    }),
    stacking.subscribe(() => void refresh()),
  ]

  return {
    ...store,
    refresh,
    hurry: follower.hurry,
    async search(list) {
      if (choose(list)) await refresh()
    },
    async show({ text, sort }) {
      const isOther = choose({ text, ...(sort === undefined ? {} : { sort }) })
      // Its end reads the list.
      if (filter.getState().batchId !== null) filter.show(null)
      else if (isOther) await refresh()
    },
    need: loader.need,
    shownQuery,
    async readImage(position, of = store.getState().shape) {
      const state = store.getState()
      const fetched = of === state.shape ? rowAt(state.rows, position) : null
      if (fetched !== null) return fetched
      const asOf = of?.revision ?? 0
      const one = { ...queryOf(of ?? {}), asOf, offset: position, limit: 1 }
      const { revision, rows } = await client.call('gallery.page', one)
      return revision === asOf ? (rows[0] ?? null) : null
    },
    async select(from, to) {
      const selected = await client.call('gallery.select', { ...shownQuery(), from, to })
      return imagesOf(selected)
    },
    async flagged(flag) {
      const selected = await client.call('gallery.select', { ...shownQuery(), from: null, to: null, flag })
      return imagesOf(selected)
    },
    mark(images, change) {
      const marked = (image: Image) => (isSelected(images, image) ? { ...image, ...change } : image)
      store.setState(({ rows }) => ({ rows: mapRows(rows, marked) }))
    },
    async selectAt(ranges, besides, { takenOut = false, of = store.getState().shape } = {}) {
      const selected = await client.call('gallery.selectAt', {
        ...queryOf(of ?? {}),
        revision: of?.revision ?? 0,
        ranges: ranges.map(([from, to]) => [from, to]),
        besides: besides === null || countOf(besides) === 0 ? null : selectionOf(besides),
        takenOut,
      })
      return selected === null ? null : imagesOf(selected)
    },
    async seen({ ids, many }, before) {
      const images = { ids, many }
      const query = shownQuery()
      if (countOf(images) === 0 || (query.stacks === null && !isNarrow(query)))
        return { ...images, top: null }
      const { selected, top } = await client.call('gallery.selectSeen', {
        ...query,
        selection: selectionOf(images),
        before: before && { ...queryOf(before), revision: before.revision },
      })
      return { ...imagesOf(selected), top }
    },
    dispose() {
      for (const dispose of disposers) dispose()
      follower.stop()
    },
  }
}

const queryOf = ({
  text = '',
  sort = 'new',
  batchId = null,
  stacks = null,
}: Partial<ListQuery>): ListQuery => ({ text, sort, batchId, stacks })

function imagesOf(selected: SelectedRange): SelectedImages {
  return 'ids' in selected
    ? { ids: new Set(selected.ids), many: null }
    : { ids: new Set(), many: { count: selected.count, numbers: textBits(selected.numbers) } }
}
