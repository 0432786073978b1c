import type {
  FoundCell,
  OpenTable,
  TableDefaults,
  TablePlace,
  TableRow,
  TableSettings,
  TableStep,
  TableView,
} from '@shared/model/table'
import type { TableReadAs } from '@shared/model/tableReading'
import type { TableSource } from '@shared/processes/tables'
import type { EnqueueResult } from '../queue/commands/jobInsertion'

/** Rows by number, or every row of a view. */
export type RowChoice = { readonly rows: number[] } | { readonly view: TableView }

/** The table as it is now, and what changed in it; null if there was nothing to undo or redo. */
export interface Undone {
  readonly table: OpenTable
  readonly step: TableStep | null
}

/** The form's values, which the table's empty cells stand for. */
export interface TableOrigin {
  readonly connectionId: string
  readonly defaults: TableDefaults
}

/** `known`: rows that were left out because they were queued before. */
export interface TableEnqueued extends EnqueueResult {
  readonly known: number
}

/**
 * The one open table, also across restarts. Changes are announced by `tables`. Calls that need a table throw AppFailure
 * `tableClosed` if there is none, and `tableTooLarge` if the process that keeps it dies of it.
 */
export interface Tables {
  /** Removes what a kill left half queued, in the background. */
  start(): void
  /** Keeps the table for the next run. */
  stop(): Promise<void>

  /** Opens the table of an earlier run if nothing was opened in this one. */
  current(): Promise<OpenTable | null>
  /** What is known of it now. */
  shown(): OpenTable | null
  /** Takes up work that was left out of the start and no longer is. */
  takeUpLeftOut(): Promise<void>
  /**
   * Replaces the open table. Resolves once reading has begun or failed. Throws AppFailure `tableUnready` while the open
   * one is being queued.
   */
  open(source: TableSource, origin: TableOrigin): Promise<OpenTable>
  /** Ends everything under way, removes what is half queued, and removes the table. */
  close(): Promise<void>

  /**
   * Opens the same source once more, read in another way; if only its encoding is given, and it is the one it has, this
   * confirms it. Throws AppFailure `tableUnready` while it is being queued, and `tableUnreadable` if its source is gone.
   */
  readAs(readAs: TableReadAs): Promise<OpenTable>
  change(settings: TableSettings): Promise<OpenTable>
  rows(
    view: TableView,
    offset: number,
    limit: number,
  ): Promise<{ readonly total: number; readonly rows: readonly TableRow[] }>
  cell(row: number, column: number): Promise<string>
  edit(row: number, column: number, value: string): Promise<TableRow>
  /** The next cell of a view with an error after a place, wrapping around at the end; null if there is none. */
  nextWrong(view: TableView, after: TablePlace): Promise<FoundCell | null>
  /** Undoes or redoes the last edit, selection or change of settings. */
  undo(redo: boolean, view: TableView): Promise<Undone>
  select(which: RowChoice, selected: boolean): Promise<OpenTable>

  /**
   * Queues the selected rows as one batch, in parts that take effect only once the last is written, then closes the
   * table. Throws AppFailure `tableUnready` while it is being read, checked or queued, and `tableRowsWrong` if a
   * selected row has an error, unless `onlyRight`. Also throws `tableEncodingUnsure`, `tableEmpty`, `connectionMissing`, and `tableClosed` if
   * it was closed meanwhile.
   */
  enqueue(options: { readonly onlyRight: boolean; readonly first: boolean }): Promise<TableEnqueued>
}
