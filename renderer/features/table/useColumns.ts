import type { OpenTable, TableRole, TableRow } from '@shared/model/table'
import { type RefObject, useMemo, useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useTable } from '../../stores/storesContext'
import { useContentSize } from '../../ui/useContentSize'
import { columnWidth, fitted, leftWidths } from './columnWidths'
import { columnName } from './tableWords'

/** How many rows the widths are based on. */
const sampleSize = 50

export interface Columns {
  /** In pixels, one per column. */
  readonly widths: readonly number[]
  resize(column: number, width: number): void
}

/** The widths of the columns: based on the first rows, then on what the user dragged. */
export function useColumns(
  { id, columns }: OpenTable,
  roles: readonly (TableRole | null)[],
  scroller: RefObject<HTMLElement | null>,
): Columns {
  const { t } = useTranslation()
  const { width: room } = useContentSize(scroller)
  const first = useTable((state) => state.rows.fresh.get(0))
  const [sample, setSample] = useState<{ readonly id: string; readonly rows: readonly TableRow[] } | null>(
    null,
  )
  const [dragged, setDragged] = useState<ReadonlyMap<number, number>>(new Map())

  // The first rows that were there: widths must not jump while rows are sorted or fixed.
  if (first !== undefined && first.length > 0 && sample?.id !== id) {
    setSample({ id, rows: first.slice(0, sampleSize) })
    setDragged(new Map())
  }

  const widths = useMemo(() => {
    const rows = sample?.rows ?? []
    const suited = columns.map((_, column) => {
      const name = columnName(columns, column, t)
      return dragged.get(column) ?? columnWidth(column, name, roles[column] ?? null, rows)
    })
    const prompt = roles.indexOf('prompt')
    const gives = prompt < 0 ? columns.length - 1 : prompt
    const left = leftWidths.row + leftWidths.state
    return dragged.has(gives) ? suited : fitted(suited, room - left, gives)
  }, [columns, roles, sample, dragged, room, t])

  return {
    widths,
    resize: (column, width) => setDragged((before) => new Map(before).set(column, width)),
  }
}
