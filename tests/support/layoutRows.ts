import {
  endOf,
  heightOf,
  isHeader,
  type Layout,
  startOf,
  topOf,
} from '../../renderer/features/gallery/layout/layout'
import { rowBoxes } from '../../renderer/features/gallery/layout/rowBoxes'

/** A row of a layout, as an object. */
export interface RowSample {
  readonly kind: 'header' | 'tiles'
  readonly top: number
  readonly height: number
  readonly start: number
  /** Exclusive. */
  readonly end: number
  readonly widths: readonly number[]
}

export function rowsOf(layout: Layout): RowSample[] {
  return Array.from({ length: layout.rows }, (_, row) => ({
    kind: isHeader(layout, row) ? 'header' : 'tiles',
    top: topOf(layout, row),
    height: heightOf(layout, row),
    start: startOf(layout, row),
    end: endOf(layout, row),
    widths: isHeader(layout, row) ? [] : rowBoxes(layout, row).map(({ width }) => width),
  }))
}
