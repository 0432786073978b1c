import type { GalleryRows } from '../../stores/galleryRows'
import { arrange, type Before } from './layout/arrange'
import { knownTiles } from './layout/galleryCell'
import type { GalleryPlan } from './layout/galleryPlan'
import {
  bottomOf,
  endOf,
  heightOf,
  isHeader,
  isLow,
  type Layout,
  type LayoutOptions,
  rowOfTile,
  startOf,
  topOf,
} from './layout/layout'
import { tileBoxes } from './layout/rowBoxes'
import { visibleRows } from './layout/visibleRows'

/** A tile at the top edge of the view, kept there while the window is being resized. */
export interface EdgeTile {
  readonly tile: number
  /** From the top of its row to that of the view: as a share of the row's height inside it, in pixels above it. */
  readonly inside: number
  readonly above: number
  /** Where the list is scrolled with it in place. */
  readonly offset: number
}

/** What is laid out, and how far it is scrolled, in CSS pixels. */
export interface ListView {
  readonly plan: GalleryPlan
  readonly layout: Layout
  readonly offset: number
  readonly edge: EdgeTile | null
  /** Whether rows may be short for the sake of an anchor. */
  readonly isKept: boolean
}

export interface ListViewInputs {
  readonly plan: GalleryPlan
  readonly rows: GalleryRows
  readonly options: LayoutOptions
  /** The height of the visible part, in CSS pixels. */
  readonly view: number
  /** The key of the focused tile, see `GalleryCell`. */
  readonly focused: string | null
}

/**
 * The next view of the list, in which nothing jumps: when images come or go, the focused tile, or else the one nearest
 * the middle, stays to the pixel; when the sizes change, the tile at the top edge keeps its place. When images are
 * stacked or unstacked, all or those of one prompt, the tile stays at its height only: so many come or go that rows kept
 * around it would be left half empty. At the very top new images come into view.
 */
export function nextView(
  before: (ListView & { readonly rows: GalleryRows }) | null,
  inputs: ListViewInputs,
): ListView {
  const { plan, options } = inputs
  const anew = (offset: number): ListView => ({
    plan,
    layout: arrange(plan.ratios, plan.sections, options),
    offset,
    edge: null,
    isKept: false,
  })
  if (before === null || before.offset <= 0 || before.plan.sort !== plan.sort) return anew(0)
  if (before.layout.options !== options) return atEdge(before, anew(0))
  const anchor = anchorOf(before, inputs)
  if (anchor === null && before.plan.list !== plan.list) return anew(0)
  const isKept = before.plan.stacks === plan.stacks
  const layout = arrange(
    plan.ratios,
    plan.sections,
    options,
    isKept ? { layout: before.layout, anchor } : null,
  )
  const kept = (offset: number): ListView => ({ plan, layout, offset, edge: null, isKept })
  // With no tile in view that stays, nothing asks for room below the last row.
  const end = Math.max(0, layout.height - inputs.view)
  if (anchor === null) return kept(Math.min(before.offset, end))
  const row = rowOfTile(layout, anchor.is)
  const moved = topOf(layout, row) - topOf(before.layout, rowOfTile(before.layout, anchor.was))
  const offset = Math.max(0, before.offset + moved)
  const isSeen = topOf(layout, row) < offset + inputs.view && bottomOf(layout, row) > offset
  return kept(isSeen ? offset : Math.min(offset, end))
}

/** The tile that stays. */
function anchorOf(
  { plan, layout, offset, rows }: ListView & { readonly rows: GalleryRows },
  next: ListViewInputs,
): Before['anchor'] {
  const was = knownTiles(plan, rows)
  const is = knownTiles(next.plan, next.rows)
  let best: Before['anchor'] = null
  let least = Number.POSITIVE_INFINITY
  const consider = (key: string, tile: number, distance: number) => {
    const now = is.get(key)
    if (now === undefined || distance >= least) return
    best = { was: tile, is: now }
    least = distance
  }
  const keys = new Map([...was].map(([key, tile]) => [tile, key]))
  const { first, last } = visibleRows(layout, offset, offset + next.view)
  for (let row = first; row <= last; row++) {
    if (isHeader(layout, row) || isLow(layout, row) || bottomOf(layout, row) <= offset) continue
    const down = topOf(layout, row) + heightOf(layout, row) / 2 - offset - next.view / 2
    for (const [tile, { left, width }] of tileBoxes(layout, row)) {
      const key = keys.get(tile)
      if (key === undefined) continue
      const across = left + width / 2 - layout.options.width / 2
      consider(key, tile, key === next.focused ? -1 : Math.hypot(across, down))
    }
  }
  if (best !== null) return best
  // Nothing that was in view is left: the nearest known tile holds its place.
  const middle = Math.round((startOf(layout, first) + endOf(layout, last)) / 2)
  for (const [key, tile] of was) consider(key, tile, Math.abs(tile - middle))
  return best
}

/** The same tiles in other sizes, scrolled so that the top edge is where it was. */
function atEdge(before: ListView, after: ListView): ListView {
  // Small steps of a resize would add up: the tile stays the same until the user scrolls.
  const isSame =
    before.edge !== null && before.plan === after.plan && Math.abs(before.edge.offset - before.offset) < 1
  const edge = isSame && before.edge !== null ? before.edge : edgeTile(before)
  if (edge === null) return after
  const row = rowOfTile(after.layout, Math.min(edge.tile, after.layout.tiles - 1))
  const offset = Math.max(
    0,
    topOf(after.layout, row) + edge.inside * heightOf(after.layout, row) - edge.above,
  )
  return { ...after, offset, edge: { ...edge, offset } }
}

function edgeTile({ layout, offset }: ListView): EdgeTile | null {
  let { first: row } = visibleRows(layout, offset, offset)
  while (row < layout.rows && (isHeader(layout, row) || bottomOf(layout, row) <= offset)) row++
  if (row >= layout.rows) return null
  const past = offset - topOf(layout, row)
  return {
    tile: startOf(layout, row),
    inside: Math.max(0, past) / heightOf(layout, row),
    above: Math.max(0, -past),
    offset,
  }
}
