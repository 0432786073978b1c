import type { OpenTable, TableRow, TableView } from '@shared/model/table'
import { asStale, chunkSize, findRow, type ListRows } from './listRows'
import { kept } from './sameData'

/** Every row, in the order of the file: a row's position is its number less one. */
export const wholeTable: TableView = { text: '', show: 'all', sort: null }

export function isWhole({ text, show, sort }: TableView): boolean {
  return text === '' && show === 'all' && sort === null
}

/** True if nothing that is shown of its rows can have changed. */
export function sameRows(before: OpenTable, after: OpenTable): boolean {
  return (
    before.stage === after.stage &&
    kept(before.counts, after.counts) === before.counts &&
    kept(before.settings, after.settings) === before.settings
  )
}

/** The rows after more were added at the end: full chunks stay as they were. */
export function grown(rows: ListRows<TableRow>): ListRows<TableRow> {
  const full = [...rows.fresh].filter(([, list]) => list.length === chunkSize)
  return { ...asStale(rows), fresh: new Map(full) }
}

/** The list position of a row that has been fetched, or null. */
export const positionOfRow = (rows: ListRows<TableRow>, row: number): number | null =>
  findRow(rows, (each) => each.row === row)?.position ?? null
