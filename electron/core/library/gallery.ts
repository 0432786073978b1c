import type { SuggestedKey } from '@shared/model/imageQuery'
import type { Database } from '../db/database'
import type { Clock } from '../ports'
import { createCollectionAdoption } from './collections/collectionAdoption'
import { type CollectionRows, createCollectionRows } from './collections/collectionRows'
import { createHandOrder } from './collections/handOrder'
import { createMemberRows, type MemberRows } from './collections/memberRows'
import { createPlaceRows } from './collections/placeRows'
import { createReorderRows, type ReorderRows } from './collections/reorderRows'
import { createDeletionRows, type DeletionRows } from './deletionRows'
import { createGalleryLists, type GalleryLists } from './galleryLists'
import { createGalleryOrder, type GalleryOrder } from './galleryOrder'
import { createGallerySorting } from './gallerySorting'
import { createImageCosts, type ImageCosts } from './imageCosts'
import { createImageLists, type ImageLists } from './imageLists'
import { createImageRows, type ImageRows } from './imageRows'
import { createMarkRows, type MarkRows } from './markRows'
import { createNameOrder } from './nameOrder'
import { createPictureRows, type PictureRows } from './pictureRows'
import { createRoutedLists } from './routedLists'
import { createBatchNames } from './search/batchNames'
import { type CollectedImages, createCollectedImages } from './search/collectedImages'
import { createImageFacts } from './search/imageFacts'
import { createImageSearch } from './search/imageSearch'
import { createMarkedImages, type MarkedImages } from './search/markedImages'
import { createNotedImages, type NotedImages } from './search/notedImages'
import { createOutsideImages, type OutsideImages } from './search/outsideImages'
import { searchValues } from './search/searchValues'
import { createSeenImages, type SeenImages } from './search/seenImages'
import { createTermSets } from './search/termSets'
import { createTextIndex } from './search/textIndex'
import { createImageStacks } from './stacks/imageStacks'

/** The images in the database, as rows and as lists. */
export interface Gallery {
  readonly order: GalleryOrder
  readonly rows: ImageRows
  readonly pictures: PictureRows
  readonly deletions: DeletionRows
  readonly markRows: MarkRows
  /** What is searched by: told of every change of `markRows`, once it is committed. */
  readonly marked: Pick<MarkedImages, 'note'>
  readonly noted: Pick<NotedImages, 'changed'>
  readonly outside: Pick<OutsideImages, 'note'>
  /** The picture of this image has another size now, as was committed. */
  repainted(number: number): void
  readonly collectionRows: CollectionRows
  readonly memberRows: MemberRows
  readonly reorderRows: ReorderRows
  /** The same for every change of these three. */
  readonly collected: Pick<CollectedImages, 'note' | 'renamed'>
  /** Of the library; what asks for the trash by `is:deleted` is answered from there. */
  readonly lists: GalleryLists
  readonly trashLists: GalleryLists
  readonly seen: Pick<SeenImages, 'mark' | 'write' | 'note'>
  readonly costs: Pick<ImageCosts, 'settle' | 'of' | 'isDemo'>
  /** See `Library.suggest`. */
  suggest(key: SuggestedKey, text: string): Promise<readonly string[]>
  readonly exported: ImageLists
  /** Reads what any search needs, in slices, so that the first one is as fast as others. Rejects as `catchUp`. */
  warmUp(): Promise<void>
  /** See `TextIndex.catchUp`. Rejects with AppFailure `quitting` after `stop`. */
  catchUp(options?: { readonly isAll: boolean }): Promise<void>
  /** See `ImageStacks.catchUp`; the same. */
  fillStacks(): Promise<void>
  /** Ends all reading of lists: the database is about to be closed. */
  stop(): void
}

export function createGallery(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** Changes with anything that lists depend on. */
  readonly revision: () => number
}): Gallery {
  const ending = new AbortController()
  const batchNumbers = new Map<string | null, number>()
  const order = createGalleryOrder({ ...deps, of: 'library', batches: batchNumbers })
  const trashed = createGalleryOrder({ ...deps, of: 'trash', batches: batchNumbers })
  const orders = {
    touch(numbers: readonly number[]) {
      order.touch(numbers)
      trashed.touch(numbers)
    },
    paint(number: number, placeholder: string) {
      order.paint(number, placeholder)
      trashed.paint(number, placeholder)
    },
  }
  const index = createTextIndex(deps)
  const facts = createImageFacts(deps)
  const seen = createSeenImages(deps)
  const marked = createMarkedImages(deps)
  const noted = createNotedImages(deps)
  const outside = createOutsideImages(deps)
  const collected = createCollectedImages(deps)
  const collectionRows = createCollectionRows(deps.db)
  const places = createPlaceRows(deps.db)
  const memberRows = createMemberRows(deps.db, places)
  const batches = createBatchNames(deps)
  const costs = createImageCosts(deps)
  const sets = createTermSets({ ...deps, index })
  const search = createImageSearch({
    ...deps,
    sets,
    facts,
    batches,
    costs,
    seen,
    marked,
    noted,
    outside,
    collected,
    batchNumber: order.batch,
  })
  const handOrder = () => createHandOrder({ ...deps, collectionRows, version: collected.version })
  const sortedBy = { facts, costs, marked, names: createNameOrder(deps) }
  const sorting = createGallerySorting({ order, ...sortedBy, hand: handOrder() })
  const trashSorting = createGallerySorting({ order: trashed, ...sortedBy, hand: handOrder() })
  const adoption = createCollectionAdoption({ ...deps, collectionRows, memberRows, collected })
  const rows = createImageRows(deps.db, orders, marked, noted, adoption)
  const trashRows: typeof rows = {
    ...rows,
    shown: (numbers) => rows.shown(numbers, 'trash'),
    numbersOf: (ids) => rows.numbersOf(ids, 'trash'),
  }
  const imageStacks = createImageStacks(deps)
  const marks = { ...marked, settle: () => marked.settle(ending.signal) }
  const stacks = { ...imageStacks, settle: () => imageStacks.settle(ending.signal) }
  const shared = { ...deps, search, costs, marks, stacks }
  const trashLists = createGalleryLists({ ...shared, order: trashed, sorting: trashSorting, rows: trashRows })
  const libraryLists = createGalleryLists({ ...shared, order, sorting, rows })
  const lists = createRoutedLists({ ...deps, library: libraryLists, trash: trashLists })
  const exported = createImageLists({ ...deps, lists, rows })
  return {
    order,
    rows,
    pictures: createPictureRows(deps.db, orders),
    deletions: createDeletionRows(deps.db, orders),
    markRows: createMarkRows(deps.db, memberRows),
    marked,
    noted,
    outside,
    repainted(number) {
      facts.changed(number)
      order.touch([number])
    },
    collectionRows,
    memberRows,
    reorderRows: createReorderRows(deps.db, places),
    collected,
    lists,
    trashLists,
    seen,
    costs,
    suggest: (key, text) =>
      searchValues({ db: deps.db, facts, batches, collectionRows, signal: ending.signal }, key, text),
    exported,
    warmUp: search.warmUp,
    catchUp: (options) => index.catchUp(ending.signal, options),
    fillStacks: () => imageStacks.catchUp(ending.signal),
    stop() {
      ending.abort()
      order.stop()
      trashed.stop()
      search.stop()
      sorting.stop()
      trashSorting.stop()
      costs.stop()
      exported.stop()
    },
  }
}
