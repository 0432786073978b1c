import type { HeadTile } from '../../stores/galleryHead'
import { type GalleryRows, positionOf } from '../../stores/galleryRows'
import type { GalleryShape } from '../../stores/galleryStore'
import type { Section } from './layout'

/** What to lay out: head and list as one run of tiles, each image once. */
export interface GalleryPlan {
  readonly head: readonly HeadTile[]
  /** List positions of the tiles after the head; null if they are simply 0, 1, 2 and so on. */
  readonly positions: Float64Array | null
  /** The total number of tiles. */
  readonly count: number
  /** Width / height of each tile. */
  readonly ratios: Float32Array
  readonly sections: readonly Section[]
  /** Images of each day, including those in the head. */
  readonly dayCounts: ReadonlyMap<string, number>
}

const stackRatio = 0.8

/** `held`: list positions shown in the head, ascending; the list leaves them out. */
export function galleryPlan(
  shape: GalleryShape | null,
  head: readonly HeadTile[],
  held: readonly number[],
): GalleryPlan {
  const days = shape?.days ?? []
  const positions = held.length === 0 ? null : positionsWithout(held, shape?.total ?? 0)
  const listed = positions === null ? (shape?.ratios ?? []) : positions.map((at) => shape?.ratios[at] ?? 1)
  const ratios = new Float32Array(head.length + listed.length)
  ratios.set(head.map((tile) => (tile.kind === 'coming' ? tile.ratio : stackRatio)))
  ratios.set(listed, head.length)
  return {
    head,
    positions,
    count: ratios.length,
    ratios,
    sections: [...headSections(head), ...listSections(shape, held)],
    dayCounts: new Map(days.map(({ day, count }) => [day, count])),
  }
}

/** Images on their way, then the stacks of jobs that aren't shown one by one. */
function headSections(head: readonly HeadTile[]): readonly Section[] {
  const stacks = head.filter(({ kind }) => kind === 'stack').length
  return [
    { key: 'coming', titled: false, count: head.length - stacks },
    { key: 'stacks', titled: false, low: true, count: stacks },
  ]
}

/** List positions of the images shown in the head, ascending. */
export function heldPositions(rows: GalleryRows, head: readonly HeadTile[]): readonly number[] {
  return head
    .flatMap((tile) =>
      tile.kind === 'coming' && tile.imageId !== null ? (positionOf(rows, tile.imageId) ?? []) : [],
    )
    .sort((a, b) => a - b)
}

function positionsWithout(held: readonly number[], total: number): Float64Array {
  const without = new Set(held)
  const positions = new Float64Array(total - without.size)
  let next = 0
  for (let position = 0; position < total; position++) {
    if (!without.has(position)) positions[next++] = position
  }
  return positions
}

/** A list that isn't sorted by time is one part, without days. */
function listSections(shape: GalleryShape | null, held: readonly number[]): readonly Section[] {
  if (shape === null) return []
  return shape.days.length > 0
    ? daySections(shape.days, held)
    : [{ key: 'all', titled: false, count: shape.total - held.length }]
}

function daySections(days: GalleryShape['days'], held: readonly number[]): Section[] {
  let start = 0
  return days.map(({ day, count }) => {
    const end = start + count
    const missing = held.filter((position) => position >= start && position < end).length
    start = end
    return { key: day, titled: true, count: count - missing }
  })
}
