import type { Layout, LayoutOptions, Pin, Section } from './layout'

/** The rows of a layout while it is put together, from the top. */
export interface RowList {
  header(): void
  /** Adds the row that ends before tile `end`. */
  add(end: number, height: number, pin?: Pin): void
  beginSection(section: Section): void
  layout(ratios: Uint8Array): Layout
}

/** Room for this many rows more than expected; when it is used up, the arrays are doubled. */
const spareRows = 256

/** `expected`: about how many rows there will be; there may be more. */
export function createRowList(options: LayoutOptions, expected: number): RowList {
  let capacity = expected + spareRows
  let tops = new Float64Array(capacity)
  let heights = new Uint16Array(capacity)
  let starts = new Uint32Array(capacity)
  const pins = new Map<number, Pin>()
  const sections: Section[] = []
  const firstRows: number[] = []
  let rows = 0
  let top = 0
  let start = 0

  function grow(): void {
    capacity *= 2
    tops = extended(tops, new Float64Array(capacity))
    heights = extended(heights, new Uint16Array(capacity))
    starts = extended(starts, new Uint32Array(capacity))
  }

  function push(height: number): void {
    // One more for the number of tiles after the last row.
    if (rows + 1 >= capacity) grow()
    tops[rows] = top
    heights[rows] = height
    starts[rows] = start
    rows++
  }

  return {
    beginSection(section) {
      sections.push(section)
      firstRows.push(rows)
    },
    header() {
      push(options.headerHeight)
      top += options.headerHeight
    },
    add(end, height, pin) {
      if (pin !== undefined) pins.set(rows, pin)
      push(height)
      top += height + options.gap
      start = end
    },
    layout(ratios) {
      starts[rows] = start
      return {
        options,
        sections,
        ratios,
        rows,
        tops: tops.subarray(0, rows),
        heights: heights.subarray(0, rows),
        starts: starts.subarray(0, rows + 1),
        firstRows: Uint32Array.from([...firstRows, rows]),
        pins,
        height: top,
        tiles: start,
      }
    },
  }
}

function extended<T extends { set(values: T): void }>(values: T, into: T): T {
  into.set(values)
  return into
}
