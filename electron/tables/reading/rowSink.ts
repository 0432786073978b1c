import type { AppError } from '@shared/errors'
import type { TableCell } from '@shared/model/tableCells'

/** Receives what is read from a table, in order. Each call may throw to stop reading. */
export interface RowSink {
  /** The names of the columns, before the first row and again whenever there are more of them. */
  columns(names: readonly string[]): void
  /** `line`: where the row begins, from 1, or null if the format has no lines; `fault`: the error in its form. */
  row(cells: readonly TableCell[], line: number | null, fault: AppError | null): void
}

/** Where the rows of a text begin. */
export interface RowsPlace {
  /** The line where the names of the columns are, or the first row. */
  readonly from: number
  /** The line of the names; 0 if there are none. */
  readonly header: number | null
}

/** Reads a whole text into a sink. Throws AppFailure if something ends the reading before the end of the text. */
export type TableReader = (chunks: AsyncIterable<string>, sink: RowSink) => Promise<void>
