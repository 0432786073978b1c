import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../../ui/classNames'
import type { GridPlace } from './gridPlace'

interface GridLineProps extends ComponentPropsWithRef<'div'> {
  /** 1-based, among all rows of the grid, drawn or not. */
  readonly index: number
}

/** A row of the grid. An HTML table couldn't draw only the rows in view. */
export function GridLine({ index, ...rest }: GridLineProps) {
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
  return <div role="row" aria-rowindex={index} {...rest} />
}

interface GridCellProps extends ComponentPropsWithRef<'div'> {
  readonly role: 'gridcell' | 'rowheader' | 'columnheader'
  readonly place: GridPlace
  /** Tab leads to it. */
  readonly focused: boolean
}

/** A cell that the grid’s keys can reach, found by its place. */
export function GridCell({ role, place: { row, column }, focused, className, ...rest }: GridCellProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of its roles supports them
    <div
      role={role}
      aria-colindex={column + 1}
      data-cell={`${row}:${column}`}
      tabIndex={focused ? 0 : -1}
      className={classNames('grid-cell', className)}
      {...rest}
    />
  )
}
