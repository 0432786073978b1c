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
import type { EnqueueResult } from '../queue/queue'

/** Where a table comes from: a file by its absolute path, or text that was pasted. */
export type TableSource = { readonly path: string } | { readonly text: string }

/** Rows by number, or every row of a view. */
export type RowChoice = { readonly rows: number[] } | { readonly view: TableView }

/** The table as it is now, and what was changed in it; null when there was nothing to undo or redo. */
export interface Undone {
  readonly table: OpenTable
  readonly step: TableStep | null
}

/** What the form holds: the table's empty cells stand for it. */
export interface TableOrigin {
  readonly connectionId: string
  readonly defaults: TableDefaults
}

/** `known`: rows that were left out because they were queued before. */
export interface TableEnqueued extends EnqueueResult {
  readonly known: number
}

/**
 * The one table that is open, over restarts too. Changes are announced by `tables`. What needs a table throws AppFailure
 * `tableClosed` when there is none, and `tableTooLarge` when the process that keeps it dies of it.
 */
export interface Tables {
  /** Takes back what a kill left half queued, in the background. */
  start(): void
  /** Leaves the table to the next run. */
  stop(): Promise<void>

  /** Opens the table of an earlier run when nothing was opened in this one. */
  current(): Promise<OpenTable | null>
  /** What is known of it now. */
  shown(): OpenTable | null
  /** Takes up what was left out of the start, and no longer is. */
  takeUpLeftOut(): Promise<void>
  /**
   * Takes the place of the one that is open. Resolves once reading has begun, or failed. Throws AppFailure `tableUnready`
   * while that one is being queued.
   */
  open(source: TableSource, origin: TableOrigin): Promise<OpenTable>
  /** Ends whatever is under way, takes back what is half queued, and removes the table. */
  close(): Promise<void>

  change(settings: TableSettings): Promise<OpenTable>
  rows(
    view: TableView,
    offset: number,
    limit: number,
  ): Promise<{ readonly total: number; readonly rows: readonly TableRow[] }>
  cell(row: number, column: number): Promise<string>
  edit(row: number, column: number, value: string): Promise<TableRow>
  /** The next wrong cell of a view after a place, from the beginning again behind the last; null when none is wrong. */
  nextWrong(view: TableView, after: TablePlace): Promise<FoundCell | null>
  /** Takes back the last edit, selection or change of settings, or does it again. */
  undo(redo: boolean, view: TableView): Promise<Undone>
  select(which: RowChoice, selected: boolean): Promise<OpenTable>

  /**
   * Queues the selected rows as one batch, in parts that are nothing before the last is written, then closes the table.
   * Throws AppFailure `tableUnready` while it is read, checked or queued already, `tableRowsWrong` while a selected row
   * is wrong, unless `onlyRight`, `tableEmpty`, `connectionMissing`, and `tableClosed` when it was closed meanwhile.
   */
  enqueue(options: { readonly onlyRight: boolean; readonly first: boolean }): Promise<TableEnqueued>
}
