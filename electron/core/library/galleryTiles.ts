import type { ImageStack } from '@shared/model/image'
import type { ImageMarks } from '@shared/model/imageMarks'
import { lowerBound } from './lowerBound'

/** How the images of a list are put into tiles. */
export interface TileStacks {
  /** Where the images of each tile begin among those of the list; then how many there are. */
  readonly starts: Uint32Array
  /** By tile: the stack, 0 for an image that stands alone. */
  readonly ids: Uint32Array
  /** By tile: how many images the whole stack has. */
  readonly counts: Uint32Array
  /** By tile of an open stack: its place there, from 0; otherwise 0. */
  readonly ats: Uint32Array
  /** By tile: 1 for those of open stacks. */
  readonly opens: Uint8Array
}

/** What a list shows: images are named by their ranks in the kept order, or by their numbers. */
interface Tiles<T extends Uint32Array | Float64Array> {
  /** The image of each tile. */
  readonly shown: T
  /** All images of the list, those of a tile together. */
  readonly images: T
  /** Null if each image is a tile of its own. */
  readonly stacks: TileStacks | null
}

/** By ranks. */
export interface GalleryTiles extends Tiles<Uint32Array> {
  /** By tile: the image that has its place in the list's order: the first one of its stack. */
  readonly places: Uint32Array
}

/** By numbers, which stay true while others come and go. */
export type NumberedTiles = Tiles<Float64Array>

type AnyTiles = Tiles<Uint32Array | Float64Array>

export const eachAlone = (ranks: Uint32Array): GalleryTiles => ({
  shown: ranks,
  places: ranks,
  images: ranks,
  stacks: null,
})

interface Stacking {
  /** Of the image at a rank: 0 if it stands alone. */
  readonly stackOf: (rank: number) => number
  /** All stacks are below this. */
  readonly end: number
  readonly isOpen: (stack: number) => boolean
  readonly marksOf: (rank: number) => ImageMarks
}

/**
 * Makes one tile of each stack, and one of each image of an open one. A stack has the place of its first image in the
 * list; its best image is on top, the others follow in the list's order. Without an object for a tile: of 100,000 images
 * it takes milliseconds.
 */
export function stacked(ranks: Uint32Array, { stackOf, end, isOpen, marksOf }: Stacking): GalleryTiles {
  const { images, ids, starts, length } = gathered(ranks, ranks.map(stackOf), end)
  const opened = ids.map((id, at) => Number(id > 0 && sizeOf(starts, at) > 1 && isOpen(id)))
  let count = 0
  for (let at = 0; at < length; at++) count += opened[at] === 1 ? sizeOf(starts, at) : 1
  const tiles = columnsFor(count)
  let tile = 0
  for (let at = 0; at < length; at++) {
    const from = starts[at] ?? 0
    const size = sizeOf(starts, at)
    const place = images[from] ?? 0
    if (size > 1) putBestFirst(images, from, from + size, marksOf)
    const isSpread = opened[at] === 1
    for (let below = 0; below < (isSpread ? size : 1); below++) {
      tiles.shown[tile] = images[from + below] ?? 0
      tiles.places[tile] = place
      tiles.stacks.starts[tile] = from + below
      tiles.stacks.ids[tile] = ids[at] ?? 0
      tiles.stacks.counts[tile] = size
      tiles.stacks.ats[tile] = below
      tiles.stacks.opens[tile] = Number(isSpread)
      tile++
    }
  }
  tiles.stacks.starts[count] = images.length
  return { ...tiles, images }
}

/** The images of each stack together, and where those of each begin: stacks and images in the list's order. */
function gathered(ranks: Uint32Array, stacks: Uint32Array, end: number) {
  const sizes = new Uint32Array(end)
  for (const stack of stacks) sizes[stack] = (sizes[stack] ?? 0) + 1
  const images = new Uint32Array(ranks.length)
  const starts = new Uint32Array(ranks.length + 1)
  const ids = new Uint32Array(ranks.length)
  /** Where the next image of each stack goes, and one more: 0 before its first. */
  const next = new Uint32Array(end)
  let length = 0
  let taken = 0
  for (let at = 0; at < ranks.length; at++) {
    const stack = stacks[at] ?? 0
    let to = stack === 0 ? 0 : (next[stack] ?? 0)
    if (to === 0) {
      starts[length] = taken
      ids[length] = stack
      length++
      to = taken + 1
      taken += stack === 0 ? 1 : (sizes[stack] ?? 1)
    }
    images[to - 1] = ranks[at] ?? 0
    next[stack] = to + 1
  }
  starts[length] = taken
  return { images, starts, ids: ids.subarray(0, length), length }
}

const sizeOf = (starts: Uint32Array, at: number): number => (starts[at + 1] ?? 0) - (starts[at] ?? 0)

const columnsFor = (count: number) => ({
  shown: new Uint32Array(count),
  places: new Uint32Array(count),
  stacks: {
    starts: new Uint32Array(count + 1),
    ids: new Uint32Array(count),
    counts: new Uint32Array(count),
    ats: new Uint32Array(count),
    opens: new Uint8Array(count),
  },
})

function putBestFirst(images: Uint32Array, from: number, to: number, marksOf: Stacking['marksOf']): void {
  let best = from
  let most = -1
  for (let at = from; at < to; at++) {
    const rank = images[at] ?? 0
    const worth = worthOf(marksOf(rank))
    // Of those that are equally good, the newest.
    if (worth > most || (worth === most && rank < (images[best] ?? 0))) {
      best = at
      most = worth
    }
  }
  const top = images[best] ?? 0
  images.copyWithin(from + 1, from, best)
  images[from] = top
}

const flagWorth = { kept: 2, rejected: 0 }
const ratings = 8

/** Kept before unflagged before rejected, then by stars, then favourites. */
const worthOf = ({ flag, rating, favourite }: ImageMarks): number =>
  ((flag === null ? 1 : flagWorth[flag]) * ratings + rating) * 2 + Number(favourite)

/** Where the images of a tile begin among those of the list; for the tile after the last one, how many there are. */
const startOf = ({ stacks }: AnyTiles, tile: number): number =>
  stacks === null ? tile : (stacks.starts[tile] ?? 0)

/** The images of the tiles from one to another, both included. */
export function imagesOf(tiles: AnyTiles, first: number, last: number): Uint32Array | Float64Array {
  const end = Math.min(last + 1, tiles.shown.length)
  return tiles.images.subarray(startOf(tiles, Math.min(first, end)), startOf(tiles, end))
}

/** How many stacks there are from one tile up to another, exclusive: open ones are counted by their first tile. */
export function stacksWithin({ stacks }: AnyTiles, from: number, to: number): number {
  let count = 0
  if (stacks === null) return 0
  for (let tile = from; tile < to; tile++)
    if ((stacks.counts[tile] ?? 1) > 1 && stacks.ats[tile] === 0) count++
  return count
}

/** The tile that has an image, on top or below; -1 if there is none. */
export function tileOf(tiles: GalleryTiles, image: number): number {
  const tile = tiles.shown.indexOf(image)
  if (tile >= 0 || tiles.stacks === null) return tile
  const at = tiles.images.indexOf(image)
  return at < 0 ? -1 : lowerBound(tiles.shown.length, (other) => startOf(tiles, other + 1) <= at)
}

/** The stack that a tile shows, or is of; null for an image alone. */
export function stackAt({ stacks }: AnyTiles, tile: number): ImageStack | null {
  const count = stacks?.counts[tile] ?? 1
  if (stacks === null || count === 1) return null
  const { ids, ats, opens } = stacks
  return { id: ids[tile] ?? 0, count, at: ats[tile] ?? 0, isOpen: opens[tile] === 1 }
}

/** The same tiles, by the numbers of their images. */
export function numbered({ shown, images, stacks }: GalleryTiles, numbers: Float64Array): NumberedTiles {
  const top = numbersAt(shown, numbers)
  return { shown: top, images: stacks === null ? top : numbersAt(images, numbers), stacks }
}

function numbersAt(ranks: Uint32Array, numbers: Float64Array): Float64Array {
  const found = new Float64Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) found[at] = numbers[ranks[at] ?? 0] ?? 0
  return found
}
