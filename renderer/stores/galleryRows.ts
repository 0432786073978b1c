import type { Image } from '@shared/model/image'

export const chunkSize = 200

/** Chunks kept besides the ones on the screen. */
const keptChunks = 12

/**
 * The rows of the gallery that are here, by list position. After a change everything is stale at
 * once but still shown, until the chunk that replaces it has come.
 */
export interface GalleryRows {
  readonly fresh: ReadonlyMap<number, readonly Image[]>
  readonly stale: ReadonlyMap<number, Image>
}

export const noRows: GalleryRows = { fresh: new Map(), stale: new Map() }

export function rowAt(rows: GalleryRows, position: number): Image | null {
  const chunk = rows.fresh.get(Math.floor(position / chunkSize))
  return chunk?.[position % chunkSize] ?? (chunk === undefined ? (rows.stale.get(position) ?? null) : null)
}

/** The rows that are here, each once, with their list positions. */
function* entries(rows: GalleryRows): Generator<readonly [number, Image]> {
  for (const [chunk, images] of rows.fresh) {
    for (const [index, image] of images.entries()) yield [chunk * chunkSize + index, image]
  }
  for (const [position, image] of rows.stale) {
    if (!rows.fresh.has(Math.floor(position / chunkSize))) yield [position, image]
  }
}

/** The list position of an image that is here, or null. */
export function positionOf(rows: GalleryRows, id: string): number | null {
  for (const [position, image] of entries(rows)) if (image.id === id) return position
  return null
}

/** The image a job's item became, when it is here. */
export function imageOfJob(rows: GalleryRows, jobId: string, index: number): Image | null {
  for (const [, image] of entries(rows)) if (image.jobId === jobId && image.index === index) return image
  return null
}

/** Puts a chunk in place; the oldest chunks that nobody looks at make room for it. */
export function withChunk(
  rows: GalleryRows,
  chunk: number,
  images: readonly Image[],
  wanted: readonly number[],
): GalleryRows {
  const fresh = new Map(rows.fresh)
  fresh.delete(chunk)
  fresh.set(chunk, images)
  for (const old of fresh.keys()) {
    if (fresh.size <= keptChunks) break
    if (old !== chunk && !wanted.includes(old)) fresh.delete(old)
  }
  return { fresh, stale: rows.stale }
}

/**
 * All rows become stale, moved down by the number of images that came on top of them, so that
 * what is on the screen stays the picture it was.
 */
export function asStale(rows: GalleryRows, movedBy: number): GalleryRows {
  const stale = new Map<number, Image>()
  for (const [position, image] of entries(rows)) {
    if (stale.size >= keptChunks * chunkSize) break
    stale.set(position + movedBy, image)
  }
  return { fresh: new Map(), stale }
}

/** Chunks that hold the positions `from` to `to`, the latter excluded. */
export function chunksOf(from: number, to: number): readonly number[] {
  const first = Math.floor(from / chunkSize)
  const last = Math.floor((to - 1) / chunkSize)
  return to <= from ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
