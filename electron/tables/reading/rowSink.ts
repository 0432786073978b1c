import type { AppError } from '@shared/errors'
import type { TableCell } from '@shared/model/tableCells'

/** Receives what is read from a table, in order. Each call may throw to stop reading. */
export interface RowSink {
  /** The names of the columns, before the first row and again whenever there are more of them. */
  columns(names: readonly string[]): void
  /** `line` is where it begins, from 1, null where the format has no lines; `fault` is what is wrong with its form. */
  row(cells: readonly TableCell[], line: number | null, fault: AppError | null): void
}

/** Reads a whole text into a sink. Throws AppFailure for what ends the reading before the end of the text. */
export type TableReader = (chunks: AsyncIterable<string>, sink: RowSink) => Promise<void>
