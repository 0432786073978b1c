import type { TablePlace, TableRow } from '@shared/model/table'
import { useRef, useState } from 'react'
import { rowAt } from '../../stores/listRows'
import { useStores, useTable } from '../../stores/storesContext'
import { positionOfRow } from '../../stores/tableView'
import { clampPlace, firstColumn, type GridBounds, type GridPlace, rowColumn } from './gridPlace'

export interface GridFocus {
  /** The cell that Tab leads to. */
  readonly at: GridPlace
  /** The row it is in; null in the head, and until the row has been fetched. */
  readonly row: TableRow | null
  /** Whether the grid has the focus, which then follows the cell. */
  readonly owned: { current: boolean }
  /** Counts the moves, so that the focus can be moved to the same cell again. */
  readonly moves: number
  /** The last move after which the cell had the focus. */
  readonly reached: { current: number }
  /** Where the user is in the table: in the edited cell that moved the focus on, until they move on themselves. */
  readonly place: TablePlace
  /**
   * Makes a cell the one that Tab leads to, and gives it the focus. `number`: that of its row, if that hasn't been
   * fetched yet. Returns the new value of `moves`.
   */
  move(to: GridPlace, number?: number): number
  /** The same, after an edit of the focused cell. */
  leadOn(to: GridPlace): void
}

interface Kept {
  readonly at: GridPlace
  /** The number of its row: the focus stays on that row while rows above it come and go. */
  readonly number: number | null
  readonly moves: number
  readonly from: TablePlace | null
}

/** The one cell that has, or would get, the focus. */
export function useGridFocus(bounds: GridBounds): GridFocus {
  const { table } = useStores()
  const rows = useTable((state) => state.rows)
  const owned = useRef(false)
  const count = useRef(0)
  const reached = useRef(0)
  const [kept, setKept] = useState<Kept>({
    at: { row: 0, column: rowColumn },
    number: null,
    moves: 0,
    from: null,
  })

  const there = rowAt(rows, kept.at.row)
  const follows = kept.number !== null && there !== null && there.row !== kept.number
  const position = follows ? (positionOfRow(rows, kept.number ?? 0) ?? kept.at.row) : kept.at.row
  const at = clampPlace({ row: position, column: kept.at.column }, bounds)
  const row = rowAt(rows, at.row)
  const here = { row: row?.row ?? 0, column: at.column - firstColumn, position: Math.max(0, at.row) }

  function move(to: GridPlace, number: number | null, from: TablePlace | null): number {
    owned.current = true
    count.current += 1
    const known = number ?? rowAt(table.getState().rows, to.row)?.row ?? null
    setKept({ at: to, number: known, moves: count.current, from })
    return count.current
  }

  return {
    at,
    row,
    owned,
    moves: kept.moves,
    reached,
    place: kept.from ?? here,
    move: (to, number) => move(to, number ?? null, null),
    leadOn(to) {
      move(to, null, here)
    },
  }
}
