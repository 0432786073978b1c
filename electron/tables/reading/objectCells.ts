import type { TableCell } from '@shared/model/tableCells'
import type { RowSink } from './rowSink'

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Arranges objects in columns: every name that any of them has, in order of appearance. */
export function objectCells(sink: RowSink): (object: Readonly<Record<string, unknown>>) => TableCell[] {
  const columns = new Map<string, number>()
  return (object) => {
    const known = columns.size
    for (const name of Object.keys(object)) if (!columns.has(name)) columns.set(name, columns.size)
    if (columns.size > known) sink.columns([...columns.keys()])
    const cells = new Array<TableCell>(columns.size).fill(null)
    for (const [name, value] of Object.entries(object)) cells[columns.get(name) ?? 0] = cellOf(value)
    return cells
  }
}

function cellOf(value: unknown): TableCell {
  return typeof value === 'string' ? value : { json: JSON.stringify(value) }
}
