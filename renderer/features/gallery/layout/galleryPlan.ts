import { ratioByte } from '@shared/model/image'
import type { HeadTile } from '../../../stores/galleryHead'
import { type GalleryRows, positionOf } from '../../../stores/galleryRows'
import type { GalleryShape } from '../../../stores/galleryShape'
import type { Section } from './layout'

/** What to lay out: head and list as one run of tiles, each image once. */
export interface GalleryPlan {
  readonly head: readonly HeadTile[]
  /** List positions of the images in the head, ascending: the list leaves them out. */
  readonly held: readonly number[]
  /** The total number of tiles. */
  readonly count: number
  /** The `ratioByte` of each tile. */
  readonly ratios: Uint8Array
  readonly sections: readonly Section[]
  /** Images of each day, including those in the head. */
  readonly dayCounts: ReadonlyMap<string, number>
  /** Names the search, the filter and the order. */
  readonly list: string
  /** Names the order alone. */
  readonly sort: string
  /** Names whether the tries of one prompt are one tile, and of which prompts they aren't. */
  readonly stacks: string
}

const stackRatio = 0.8

/** What of a list's shape is laid out. */
export type PlannedShape = Pick<
  GalleryShape,
  'text' | 'batchId' | 'sort' | 'total' | 'days' | 'ratios' | 'stacks'
>

/** `held`: list positions shown in the head, ascending; the list leaves them out. */
export function galleryPlan(
  shape: PlannedShape | null,
  head: readonly HeadTile[],
  held: readonly number[],
): GalleryPlan {
  const days = shape?.days ?? []
  const ratios = new Uint8Array(head.length + Math.max(0, (shape?.total ?? 0) - held.length))
  ratios.set(head.map((tile) => ratioByte(tile.kind === 'coming' ? tile.ratio : stackRatio, 1)))
  let at = head.length
  let from = 0
  for (const position of [...held, shape?.total ?? 0]) {
    const part = shape?.ratios.subarray(from, position) ?? []
    ratios.set(part, at)
    at += part.length
    from = position + 1
  }
  return {
    head,
    held,
    count: ratios.length,
    ratios,
    sections: [...headSections(head), ...listSections(shape, held)],
    dayCounts: new Map(days.map(({ day, count }) => [day, count])),
    list: JSON.stringify([shape?.text, shape?.batchId, shape?.sort]),
    sort: shape?.sort ?? '',
    stacks: JSON.stringify(shape?.stacks ?? null),
  }
}

/** The list position of a tile after the head. */
export function positionOfTile({ head, held }: GalleryPlan, tile: number): number {
  let position = tile - head.length
  for (const one of held) if (one <= position) position++
  return position
}

/** The tile of a list position; null if that image is shown in the head. */
export function tileOfPosition({ head, held }: GalleryPlan, position: number): number | null {
  if (held.includes(position)) return null
  return head.length + position - held.filter((one) => one < position).length
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

/** A list that isn't sorted by time is one part, without days. */
function listSections(shape: PlannedShape | null, held: readonly number[]): readonly Section[] {
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
