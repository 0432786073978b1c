import { sizePattern } from '@shared/model/draft'
import { type Image, ratioOf } from '@shared/model/image'
import type { Item, Job } from '@shared/model/job'
import type { Batch } from '@shared/model/queue'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type GalleryRows, imagesByJob } from './galleryRows'
import type { GalleryStore } from './galleryStore'
import { noRows } from './listRows'
import type { OpenDeletions } from './openDeletions'
import { findJob, type QueueStore } from './queueStore'
import { kept } from './sameData'

/** One image of a job that is on its way, or has just arrived. */
export interface ComingTile {
  readonly kind: 'coming'
  readonly key: string
  readonly jobId: string
  /** 0-based; less than `of`. */
  readonly index: number
  readonly of: number
  readonly prompt: string
  /** Width / height: as requested until the image is here. */
  readonly ratio: number
  /** Set from the moment it is saved. */
  readonly imageId: string | null
  /** True once the gallery's own list holds the image. */
  readonly listed: boolean
}

/** Jobs that aren't shown one by one. */
export interface StackTile {
  readonly kind: 'stack'
  readonly key: string
  readonly batchId: string
  /** Null if it stands for several batches. */
  readonly name: string | null
  readonly state: 'waiting' | 'running'
  readonly count: number
}

export type HeadTile = ComingTile | StackTile

/** The image of a tile, once it is saved, whether or not the list holds it. */
export const arrivedId = (tile: HeadTile): string | null => (tile.kind === 'coming' ? tile.imageId : null)

export interface HeadSources {
  readonly running: readonly Job[]
  /** All running jobs, listed or not. */
  readonly runningCount: number
  /** A job that no longer runs, if it is still known. */
  readonly job: (id: string) => Job | null
  readonly waiting: readonly Batch[]
  /** The image of a job in the gallery's list, or null. */
  readonly listed: (jobId: string, index: number) => Image | null
  /** What has arrived is in its stack, perhaps below a better one. */
  readonly isStacked: boolean
}

/** The most jobs shown image by image, less than two rows; the rest are one stack, so that they don't bury pictures. */
const comingMaximum = 6
/** The most arrived images that stay in place among those still coming. */
const landedMaximum = 4
const stacksMaximum = 3
const unknownRatio = 1

/**
 * The tiles at the top of the gallery. An image on its way becomes its picture in place. It moves into the list below
 * when nothing is running any more, or when newer ones need the room. Failed ones disappear. Stacks come last.
 */
export function headTiles(before: readonly HeadTile[], sources: HeadSources): readonly HeadTile[] {
  const shownJobs = sources.running.slice(0, comingMaximum)
  const running = new Map(shownJobs.map((job) => [job.id, job]))
  const knownJobs = new Set<string>()

  const coming = before
    .filter((tile) => tile.kind === 'coming')
    .flatMap((tile) => {
      knownJobs.add(tile.jobId)
      const job = running.get(tile.jobId) ?? sources.job(tile.jobId)
      const item = job?.items.find((one) => one.index === tile.index)
      return job && item ? tileOf(job, item, tile, running.has(job.id), sources) : []
    })
  const added = shownJobs
    .filter((job) => !knownJobs.has(job.id))
    .flatMap((job) => job.items.flatMap((item) => tileOf(job, item, null, true, sources)))
  const all = [...coming, ...added].slice(0, comingMaximum + landedMaximum)

  const landed = all.filter((tile) => tile.imageId !== null && tile.listed && !running.has(tile.jobId))
  const leaving = new Set(sources.running.length === 0 ? landed : landed.slice(0, -landedMaximum))

  const hidden = sources.runningCount - shownJobs.length
  return [
    ...all.filter((tile) => !leaving.has(tile)),
    ...(hidden > 0 ? [runningStack(hidden, shownJobs.at(-1)?.batchId ?? '')] : []),
    ...waitingStacks(sources.waiting),
  ]
}

export interface GalleryHeadState {
  readonly tiles: readonly HeadTile[]
}

export type GalleryHeadStore = StoreApi<GalleryHeadState>

/** The top of the gallery, from the queue's and the gallery's state. It has memory, so it lives as long as they do. */
export function createGalleryHeadStore(
  queue: Pick<QueueStore, 'getState' | 'subscribe'>,
  gallery: Pick<GalleryStore, 'getState' | 'subscribe' | 'hurry'>,
  deletions: Pick<OpenDeletions, 'holds'>,
): GalleryHeadStore {
  const store = createStore<GalleryHeadState>()(() => ({ tiles: [] }))

  let rows: GalleryRows = noRows
  let byJob = imagesByJob(noRows)
  let isAwaited = false

  const update = () => {
    const { overview } = queue.getState()
    const state = gallery.getState()
    // A search shows what it found, and nothing else.
    if (overview === null || state.text !== '') return
    if (state.rows !== rows) {
      rows = state.rows
      byJob = imagesByJob(rows)
    }
    const tiles = headTiles(store.getState().tiles, {
      running: overview.running,
      runningCount: overview.counts.running,
      job: (id) => findJob(overview, id),
      waiting: overview.waiting,
      listed: (jobId, index) => byJob.get(jobId)?.find((image) => image.index === index) ?? null,
      isStacked: (state.shape?.stacks ?? null) !== null,
    })
    const left = tiles.filter((tile) => !isDeleted(tile))
    store.setState({ tiles: kept(store.getState().tiles, left) })
    const wasAwaited = isAwaited
    // Nothing more is coming, for which the list would have to rest.
    isAwaited =
      overview.counts.running === 0 &&
      left.some((tile) => tile.kind === 'coming' && tile.imageId !== null && !tile.listed)
    // Once: in another order, the list may not have fetched such an image for long.
    if (isAwaited && !wasAwaited) gallery.hurry()
  }
  /** Before the list held it, which tells of all others. */
  const isDeleted = (tile: HeadTile): boolean =>
    tile.kind === 'coming' &&
    tile.imageId !== null &&
    !tile.listed &&
    deletions.holds({ id: tile.imageId, number: 0 })

  update()
  queue.subscribe(update)
  gallery.subscribe(update)
  return store
}

function tileOf(
  job: Job,
  item: Item,
  before: ComingTile | null,
  runs: boolean,
  sources: HeadSources,
): readonly ComingTile[] {
  const image = sources.listed(job.id, item.index)
  const imageId = image?.id ?? (item.state === 'saved' ? item.imageId : null)
  const onItsWay = runs && (item.state === 'pending' || item.state === 'ready')
  if (imageId === null ? !onItsWay : sources.isStacked) return []
  // It was in the list and no longer is: the user deleted it.
  if (before?.listed && image === null) return []
  return [
    {
      kind: 'coming',
      key: `${job.id}:${item.index}`,
      jobId: job.id,
      index: item.index,
      of: job.images,
      prompt: job.request.prompt,
      ratio: image === null ? (before?.ratio ?? askedRatio(job.request.size)) : ratioOf(image),
      imageId,
      listed: image !== null,
    },
  ]
}

function askedRatio(size: string | undefined): number {
  if (size === undefined || !sizePattern.test(size)) return unknownRatio
  const [width = 1, height = 1] = size.split('x').map(Number)
  return width / height
}

function runningStack(count: number, batchId: string): StackTile {
  return { kind: 'stack', key: 'running', batchId, name: null, state: 'running', count }
}

/** One stack per batch; if there are many, the last one stands for all the rest. */
function waitingStacks(batches: readonly Batch[]): readonly StackTile[] {
  const single = batches.length > stacksMaximum ? batches.slice(0, stacksMaximum - 1) : batches
  const rest = batches.slice(single.length)
  const [first] = rest
  return [
    ...single.map(({ id, name, waiting }) => waitingStack(id, name, waiting)),
    ...(first === undefined
      ? []
      : [
          waitingStack(
            first.id,
            null,
            rest.reduce((sum, { waiting }) => sum + waiting, 0),
          ),
        ]),
  ]
}

function waitingStack(batchId: string, name: string | null, count: number): StackTile {
  return { kind: 'stack', key: `batch:${batchId}`, batchId, name, state: 'waiting', count }
}
