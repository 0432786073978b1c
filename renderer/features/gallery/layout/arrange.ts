import { fillRows } from './fillRows'
import { arrangeAround } from './keptDay'
import { endOf, heightOf, isHeader, type Layout, type LayoutOptions, type Section, startOf } from './layout'
import { createRowList, type RowList } from './rowList'

const lowHeight = 32

/** The layout that is shown, and a tile that stays where it is in its row: its number in that layout and in the next. */
export interface Before {
  readonly layout: Layout
  readonly anchor: { readonly was: number; readonly is: number } | null
}

/**
 * Stacks the sections' headers and rows. After `before`, a section that didn't change keeps its rows, and that of the
 * anchor is filled around it; all others are filled from their first tile on. Linear in the number of tiles.
 */
export function arrange(
  ratios: Uint8Array,
  sections: readonly Section[],
  options: LayoutOptions,
  before: Before | null = null,
): Layout {
  const list = createRowList(options, before?.layout.rows ?? 0)
  if (options.width <= 0) return list.layout(ratios)
  const old = before !== null && isSame(before.layout.options, options) ? before : null
  const oldSections = new Map(old?.layout.sections.map(({ key }, index) => [key, index]))
  let from = 0
  for (const section of sections) {
    if (section.count === 0) continue
    const to = from + section.count
    list.beginSection(section)
    if (section.titled) list.header()
    const known = oldSections.get(section.key)
    if (section.low) list.add(to, lowHeight)
    else if (old !== null && known !== undefined && isUnchanged(old.layout, known, ratios, from, to))
      copyRows(old.layout, known, from, list)
    else if (old?.anchor && old.anchor.is >= from && old.anchor.is < to)
      arrangeAround(old.layout, old.anchor, { ratios, from, to }, list)
    else fillRows(ratios, from, to, options, list.add)
    from = to
  }
  return list.layout(ratios)
}

function isSame(a: LayoutOptions, b: LayoutOptions): boolean {
  return (
    a.kind === b.kind &&
    a.width === b.width &&
    a.target === b.target &&
    a.gap === b.gap &&
    a.headerHeight === b.headerHeight &&
    a.most === b.most
  )
}

function isUnchanged(old: Layout, section: number, ratios: Uint8Array, from: number, to: number): boolean {
  const start = startOf(old, old.firstRows[section] ?? 0)
  const end = startOf(old, old.firstRows[section + 1] ?? 0)
  if (end - start !== to - from) return false
  for (let tile = from; tile < to; tile++) {
    if (ratios[tile] !== old.ratios[tile - from + start]) return false
  }
  return true
}

function copyRows(old: Layout, section: number, from: number, list: RowList): void {
  const first = old.firstRows[section] ?? 0
  const last = old.firstRows[section + 1] ?? 0
  const moved = from - startOf(old, first)
  for (let row = first; row < last; row++) {
    if (!isHeader(old, row)) list.add(endOf(old, row) + moved, heightOf(old, row), old.pins.get(row))
  }
}
