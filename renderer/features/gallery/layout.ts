/** A run of tiles under one header; the section of what is running has no header. */
export interface Section {
  readonly key: string
  readonly titled: boolean
  /** Its tiles hold a few words and no picture, in one low row. */
  readonly low?: true
  readonly count: number
}

export interface LayoutOptions {
  /** The width that rows fill, in CSS pixels. */
  readonly width: number
  /** The target height of a row; for the grid, the edge of a square. In CSS pixels. */
  readonly target: number
  readonly gap: number
  readonly headerHeight: number
}

export interface HeaderRow {
  readonly kind: 'header'
  readonly key: string
  readonly top: number
  readonly height: number
}

/** Tiles from `start` to `end`; `end` is exclusive. */
export interface TileRow {
  readonly kind: 'tiles'
  readonly low: boolean
  readonly top: number
  readonly height: number
  readonly start: number
  readonly end: number
}

export type GalleryRow = HeaderRow | TileRow

/** The position of everything. Tiles are numbered from 0 across all sections. */
export interface Layout {
  readonly rows: readonly GalleryRow[]
  readonly height: number
  readonly tiles: number
  /** Widths of a row's tiles, left to right, in whole pixels. */
  widths(row: TileRow): readonly number[]
}

const lowHeight = 32
const lowWidthMaximum = 160

/** Splits a section's tiles into rows. */
type FillSection = (start: number, end: number, add: (end: number, height: number) => void) => void

/** Stacks the sections' headers and rows; `fill` decides what goes into a row. */
export function stackSections(
  sections: readonly Section[],
  options: LayoutOptions,
  fill: FillSection,
  widths: Layout['widths'],
): Layout {
  const rows: GalleryRow[] = []
  let top = 0
  let start = 0
  for (const section of sections) {
    if (section.count === 0) continue
    if (section.titled) {
      rows.push({ kind: 'header', key: section.key, top, height: options.headerHeight })
      top += options.headerHeight
    }
    const low = section.low === true
    const add = (end: number, height: number) => {
      rows.push({ kind: 'tiles', low, top, height, start, end })
      top += height + options.gap
      start = end
    }
    const last = start + section.count
    if (low) add(last, lowHeight)
    else fill(start, last, add)
  }
  return {
    rows,
    height: top,
    tiles: start,
    widths: (row) => (row.low ? lowWidths(row.end - row.start, options) : widths(row)),
  }
}

/** Squares of one size, in as many columns as keep them closest to the target. */
export function squareGrid(sections: readonly Section[], options: LayoutOptions): Layout {
  const { width, target, gap } = options
  const columns = Math.max(2, Math.round((width + gap) / (target + gap)))
  const edge = Math.floor((width - gap * (columns - 1)) / columns)
  return stackSections(
    sections,
    options,
    (start, end, add) => {
      for (let tile = start; tile < end; tile += columns) add(Math.min(tile + columns, end), edge)
    },
    (row) => Array.from({ length: row.end - row.start }, () => edge),
  )
}

function lowWidths(count: number, { width, gap }: LayoutOptions): readonly number[] {
  const share = Math.floor((width - gap * (count - 1)) / count)
  return Array.from({ length: count }, () => Math.min(lowWidthMaximum, share))
}

/** Index of the row that holds a tile; -1 if there is none. */
export function rowOfTile(layout: Layout, tile: number): number {
  if (tile < 0 || tile >= layout.tiles) return -1
  let low = 0
  let high = layout.rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (firstTileFrom(layout, middle) <= tile) low = middle
    else high = middle - 1
  }
  return low
}

/** The first tile of a row, or of the row under a header. */
function firstTileFrom(layout: Layout, index: number): number {
  const row = layout.rows[index]
  if (row === undefined) return layout.tiles
  return row.kind === 'tiles' ? row.start : firstTileFrom(layout, index + 1)
}
