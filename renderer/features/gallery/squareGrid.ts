import { type Layout, type LayoutOptions, type Section, stackSections } from './layout'

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
