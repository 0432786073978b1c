import type { Database } from '../db/database'
import type { Clock } from '../ports'
import { createDeletionRows, type DeletionRows } from './deletionRows'
import { createGalleryLists, type GalleryLists } from './galleryLists'
import { createGalleryOrder, type GalleryOrder } from './galleryOrder'
import { createImageLists, type ImageLists } from './imageLists'
import { createImageRows, type ImageRows } from './imageRows'
import { createImageSearch } from './imageSearch'

/** The images in the database, as rows and as lists. */
export interface Gallery {
  readonly order: GalleryOrder
  readonly rows: ImageRows
  readonly deletions: DeletionRows
  readonly lists: GalleryLists
  readonly exported: ImageLists
  /** Ends all reading of lists: the database is about to be closed. */
  stop(): void
}

export function createGallery(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): Gallery {
  const order = createGalleryOrder(deps)
  const search = createImageSearch(deps)
  const rows = createImageRows(deps.db, order)
  const lists = createGalleryLists({ order, search, rows })
  const exported = createImageLists({ ...deps, lists, rows })
  return {
    order,
    rows,
    deletions: createDeletionRows(deps.db, order),
    lists,
    exported,
    stop() {
      order.stop()
      search.stop()
      exported.stop()
    },
  }
}
