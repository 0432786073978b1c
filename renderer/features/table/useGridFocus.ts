import type { TableRow } from '@shared/model/table'
import { useRef, useState } from 'react'
import { rowAt } from '../../stores/listRows'
import { useStores, useTable } from '../../stores/storesContext'
import { positionOfRow } from '../../stores/tableView'
import { clampPlace, type GridBounds, type GridPlace, rowColumn } from './gridPlace'

export interface GridFocus {
  /** The cell Tab leads to. */
  readonly at: GridPlace
  /** The row it is in; null in the heads and while it is on its way. */
  readonly row: TableRow | null
  /** Whether the keyboard is in the grid: it then follows the cell. */
  readonly owned: { current: boolean }
  /** Counts the moves, so that the same cell can be led to again. */
  readonly moves: number
  /** Makes a cell the one Tab leads to, and gives it the keyboard. `number` is that of its row, if it is not here yet. */
  move(to: GridPlace, number?: number): void
}

interface Kept {
  readonly at: GridPlace
  /** The number of its row: the focus stays on it while rows above it come and go. */
  readonly number: number | null
  readonly moves: number
}

/** The one cell that has, or would get, the keyboard. */
export function useGridFocus(bounds: GridBounds): GridFocus {
  const { table } = useStores()
  const rows = useTable((state) => state.rows)
  const owned = useRef(false)
  const [kept, setKept] = useState<Kept>({ at: { row: 0, column: rowColumn }, number: null, moves: 0 })

  const there = rowAt(rows, kept.at.row)
  const follows = kept.number !== null && there !== null && there.row !== kept.number
  const position = follows ? (positionOfRow(rows, kept.number ?? 0) ?? kept.at.row) : kept.at.row
  const at = clampPlace({ row: position, column: kept.at.column }, bounds)

  return {
    at,
    row: rowAt(rows, at.row),
    owned,
    moves: kept.moves,
    move(to, number) {
      owned.current = true
      const here = rowAt(table.getState().rows, to.row)?.row ?? null
      setKept(({ moves }) => ({ at: to, number: number ?? here, moves: moves + 1 }))
    },
  }
}
