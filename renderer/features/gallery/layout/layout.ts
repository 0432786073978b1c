/** A run of tiles under one header; the section of what is running has no header. */
export interface Section {
  readonly key: string
  readonly titled: boolean
  /** Its tiles hold a few words and no picture, in one low row. */
  readonly low?: true
  readonly count: number
}

/** Rows of one height each, every tile in its own shape; or squares of one size. */
export type LayoutKind = 'rows' | 'grid'

/** Lengths in CSS pixels. */
export interface LayoutOptions {
  readonly kind: LayoutKind
  /** The width that rows fill. */
  readonly width: number
  /** The target height of a row; for the grid, the edge of a square. */
  readonly target: number
  readonly gap: number
  readonly headerHeight: number
  /** The most tiles in a row. */
  readonly most: number
}

/** A tile that stays where it is in its row, whatever comes or goes beside it. */
export interface Pin {
  /** Counted from the first tile of its row. */
  readonly tile: number
  readonly left: number
  readonly width: number
}

/**
 * The place of everything, without an object for a row: the arrays have an element a row, and a header is a row without
 * tiles. Tiles are numbered from 0 across all sections.
 */
export interface Layout {
  readonly options: LayoutOptions
  /** Those with tiles. */
  readonly sections: readonly Section[]
  /** The `ratioByte` of each tile. */
  readonly ratios: Uint8Array
  /** How many rows there are, headers included. */
  readonly rows: number
  readonly tops: Float64Array
  readonly heights: Uint16Array
  /** The first tile of each row, or the one below a header; then the number of tiles. */
  readonly starts: Uint32Array
  /** The first row of each section, then the number of rows. */
  readonly firstRows: Uint32Array
  /** By row. */
  readonly pins: ReadonlyMap<number, Pin>
  readonly height: number
  readonly tiles: number
}

/** Index of the last element that is at most a value; 0 if there is none. */
function lastAtMost(sorted: ArrayLike<number>, length: number, value: number): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((sorted[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** Index of the row that holds a tile; -1 if there is none. */
export function rowOfTile({ starts, rows, tiles }: Layout, tile: number): number {
  return tile >= 0 && tile < tiles ? lastAtMost(starts, rows, tile) : -1
}

/** Index of the last row that begins at or above an offset; 0 if there is none. */
export function rowAtOffset({ tops, rows }: Layout, offset: number): number {
  return lastAtMost(tops, rows, offset)
}

export function sectionIndexOf({ firstRows, sections }: Layout, row: number): number {
  return lastAtMost(firstRows, sections.length, row)
}

/** The first tile of a row. */
export const startOf = ({ starts }: Layout, row: number): number => starts[row] ?? 0

/** The tile after the last one of a row. */
export const endOf = ({ starts }: Layout, row: number): number => starts[row + 1] ?? 0

export const topOf = ({ tops }: Layout, row: number): number => tops[row] ?? 0

export const heightOf = ({ heights }: Layout, row: number): number => heights[row] ?? 0

export const bottomOf = (layout: Layout, row: number): number => topOf(layout, row) + heightOf(layout, row)

/** Whether a row holds a few words in each tile, and no pictures. */
export const isLow = (layout: Layout, row: number): boolean =>
  layout.sections[sectionIndexOf(layout, row)]?.low === true

export const isHeader = (layout: Layout, row: number): boolean => startOf(layout, row) === endOf(layout, row)
