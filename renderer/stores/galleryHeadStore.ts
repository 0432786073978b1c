import { createStore, type StoreApi } from 'zustand/vanilla'
import { type HeadTile, headTiles } from './galleryHead'
import { imageOfJob } from './galleryRows'
import type { GalleryStore } from './galleryStore'
import { findJob, type QueueStore } from './queueStore'
import { kept } from './sameData'

export interface GalleryHeadState {
  readonly tiles: readonly HeadTile[]
}

export type GalleryHeadStore = StoreApi<GalleryHeadState>

/** The top of the gallery, from the queue's and the gallery's state. It has memory, so it lives as long as they do. */
export function createGalleryHeadStore(queue: QueueStore, gallery: GalleryStore): GalleryHeadStore {
  const store = createStore<GalleryHeadState>()(() => ({ tiles: [] }))

  const update = () => {
    const { overview } = queue.getState()
    const state = gallery.getState()
    // A search shows what it found, and nothing else.
    if (overview === null || state.text !== '') return
    const tiles = headTiles(store.getState().tiles, {
      running: overview.running,
      runningCount: overview.counts.running,
      job: (id) => findJob(overview, id),
      waiting: overview.waiting,
      listed: (jobId, index) => imageOfJob(state.rows, jobId, index),
    })
    store.setState({ tiles: kept(store.getState().tiles, tiles) })
  }

  update()
  queue.subscribe(update)
  gallery.subscribe(update)
  return store
}
