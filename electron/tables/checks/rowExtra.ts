import { type ExtraField, extraProblems } from '@shared/model/extraFields'
import type { RowError } from '@shared/model/table'

/** A column that holds an extra field. */
export interface ExtraColumn {
  /** The field's name. */
  readonly name: string
  readonly column: number
}

/** The extra fields of a row. */
interface RowExtra {
  readonly extra: readonly ExtraField[]
  readonly errors: readonly RowError[]
}

const none: RowExtra = { extra: [], errors: [] }

/** Reads and checks the cells of those columns; an empty one sends nothing. */
export function createRowExtra(
  columns: readonly ExtraColumn[],
): (cellOf: (column: number) => string) => RowExtra {
  return (cellOf) => {
    const held = columns.filter(({ column }) => cellOf(column).trim() !== '')
    if (held.length === 0) return none
    const extra = held.map(({ name, column }) => ({ name, value: cellOf(column) }))
    const errors = extraProblems(extra).map(({ at, error }) => ({ column: held[at]?.column ?? null, error }))
    return { extra, errors }
  }
}
