import type { TableFormat } from '@shared/model/table'
import type { TableCell } from '@shared/model/tableCells'
import { guarded, isGuardedColumn, type ResultColumn, resultColumns } from '@shared/model/tableGuard'

export interface WrittenColumns {
  readonly names: readonly string[]
  /** The cells of a row under these names. */
  cells(read: readonly TableCell[], results: Readonly<Record<ResultColumn, string>>): readonly TableCell[]
}

/** The columns as they were read, then the result columns that weren't among them; those that were keep their place. */
export function writtenColumns(read: readonly string[], format: TableFormat): WrittenColumns {
  const names = [...read, ...resultColumns.filter((name) => !read.includes(name))]
  const results = names.map((name) => resultColumns.find((column) => column === name))
  const isSpreadsheet = format !== 'json' && format !== 'jsonl'
  return {
    names,
    cells: (cells, of) =>
      results.map((column, at) => {
        if (column === undefined) return cells[at] ?? null
        return isSpreadsheet && isGuardedColumn(column) ? guarded(of[column]) : of[column]
      }),
  }
}
