import type { OpenTable } from '@shared/model/table'
import { useState } from 'react'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { firstColumn } from './gridPlace'
import { columnName } from './tableWords'
import type { GridFocus } from './useGridFocus'

export interface TableUndo {
  /** The last thing undone or redone, in words, until the user moves on; otherwise empty. */
  readonly said: string
  /** Undoes or redoes the last step, and moves to the cell it changed. */
  undo(redo: boolean): void
}

export function useTableUndo({ columns }: OpenTable, focus: GridFocus): TableUndo {
  const { t } = useTranslation()
  const { table } = useStores()
  const act = useAct()
  const [last, setLast] = useState({ text: '', moves: 0 })

  return {
    said: last.moves === focus.moves ? last.text : '',
    undo: (redo) =>
      void act(async () => {
        const step = await table.undo(redo)
        if (step === null) return
        const what = redo ? 'table.redone' : 'table.undone'
        if (step.kind !== 'cell') return setLast({ text: t(`${what}.${step.kind}`), moves: focus.moves })
        const { row, column, position } = step
        const place = t('table.place', { row, column: columnName(columns, column, t) })
        const moves = focus.move({ row: position ?? row - 1, column: firstColumn + column }, row)
        setLast({ text: t(`${what}.cell`, { place }), moves })
      }),
  }
}
