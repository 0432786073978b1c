import { cellMaximum } from '@shared/model/table'
import { useState } from 'react'
import { useActHere } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useStores, useTable } from '../../stores/storesContext'
import type { EditStep } from './CellEditor'
import { firstColumn } from './gridPlace'
import type { GridFocus } from './useGridFocus'

/** The cell that is being edited. */
export interface EditedCell {
  readonly row: number
  /** One of the table's own columns. */
  readonly column: number
  readonly text: string
}

export interface Editing {
  readonly cell: EditedCell | null
  /** Why a cell could not be opened. */
  readonly failure: string | null
  /** Opens the focused cell with its own text, or with typed text in place of it. */
  begin(typed: string | null): void
  end(text: string | null, step: EditStep): void
}

const steps: Readonly<Record<EditStep, readonly [rows: number, columns: number] | null>> = {
  stay: [0, 0],
  down: [1, 0],
  right: [0, 1],
  left: [0, -1],
  leave: null,
}

/** Editing cells in place. */
export function useEditing(focus: GridFocus): Editing {
  const { t } = useTranslation()
  const { table } = useStores()
  const editable = useTable((state) => state.table?.stage === 'ready' || state.table?.stage === 'checking')
  const [cell, setCell] = useState<EditedCell | null>(null)
  const { failure, act } = useActHere()
  const [tooLong, setTooLong] = useState<number | null>(null)
  const { at, row } = focus

  async function openWhole(row: number, column: number): Promise<void> {
    const text = await table.cell(row, column)
    if (text.length > cellMaximum) setTooLong(text.length)
    else setCell({ row, column, text })
  }

  return {
    cell,
    failure: tooLong === null ? failure : t('table.tooLong', { count: tooLong }),
    begin(typed) {
      const column = at.column - firstColumn
      setTooLong(null)
      void act(async () => {
        if (row === null || column < 0 || !editable) return
        const whole = row.cut.includes(column) ? null : (row.cells[column] ?? '')
        const text = typed ?? whole
        if (text === null) await openWhole(row.row, column)
        else setCell({ row: row.row, column, text })
      })
    },
    end(text, step) {
      if (cell === null) return
      setCell(null)
      const before = row?.row === cell.row && !row.cut.includes(cell.column) ? row.cells[cell.column] : null
      if (text !== null && text !== before) void table.edit(cell.row, cell.column, text)
      const by = steps[step]
      if (by !== null) focus.leadOn({ row: at.row + by[0], column: at.column + by[1] })
    },
  }
}
