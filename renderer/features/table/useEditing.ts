import type { TableRow } from '@shared/model/table'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorOf } from '../../client/failure'
import { useStores, useTable } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'
import { cellMaximum, type EditStep } from './CellEditor'
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
  const errorText = useErrorText()
  const editable = useTable((state) => state.table?.stage === 'ready' || state.table?.stage === 'checking')
  const [cell, setCell] = useState<EditedCell | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { at, row } = focus

  async function wholeText(of: TableRow, column: number): Promise<string | null> {
    if (!of.cut.includes(column)) return of.cells[column] ?? ''
    try {
      const text = await table.cell(of.row, column)
      if (text.length <= cellMaximum) return text
      setFailure(t('table.tooLong', { count: text.length }))
    } catch (thrown) {
      setFailure(errorText(errorOf(thrown)).cause)
    }
    return null
  }

  return {
    cell,
    failure,
    begin(typed) {
      const column = at.column - firstColumn
      setFailure(null)
      if (row === null || column < 0 || !editable) return
      if (typed !== null) return setCell({ row: row.row, column, text: typed })
      if (!row.cut.includes(column)) return setCell({ row: row.row, column, text: row.cells[column] ?? '' })
      void wholeText(row, column).then((text) => {
        if (text !== null) setCell({ row: row.row, column, text })
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
