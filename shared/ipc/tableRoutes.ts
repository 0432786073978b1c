import { z } from 'zod'
import { idSchema } from '../model/row'
import {
  cellMaximum,
  foundCellSchema,
  openTableSchema,
  tableDefaultsSchema,
  tablePlaceSchema,
  tableRowSchema,
  tableSettingsSchema,
  tableStepSchema,
  tableViewSchema,
} from '../model/table'
import { tableReadAsSchema } from '../model/tableReading'
import { nothing, route, rowWindow } from './route'

const id = idSchema
const row = z.number().int().min(1)
/** The values of the form, used for the table's empty cells. */
const origin = { connectionId: id, defaults: tableDefaultsSchema }

/**
 * The table that is being prepared. One is open at a time, also across restarts; opening another replaces it, unless it
 * is being queued (`tableUnready`). Only `tables.enqueue` queues anything. A dropped file comes through a separate
 * channel (`bridge.ts`), never as a path.
 */
export const tableRoutes = {
  'tables.current': route(nothing, openTableSchema.nullable()),
  /** Opens the native file dialog; null if it was closed. Answers once reading has begun. */
  'tables.open': route(z.object(origin), openTableSchema.nullable()),
  /** Text as a spreadsheet copies it, or one prompt per line. */
  'tables.paste': route(z.object({ text: z.string().max(64_000_000), ...origin }), openTableSchema),
  /** Also stops reading or queueing that is under way: what was already queued is removed. */
  'tables.close': route(nothing, nothing),
  /**
   * Reads the open table again in another way, or confirms the guess of its encoding if that is all there is to it. A
   * table that is read again has its settings, but for the roles, and none of the changes made by hand. Refused with
   * `tableUnready` while it is being queued, and `tableUnreadable` if what it came from is gone.
   */
  'tables.readAs': route(tableReadAsSchema, openTableSchema),
  'tables.change': route(tableSettingsSchema, openTableSchema),
  /** `total`: rows of this view. */
  'tables.rows': route(
    z.object({ view: tableViewSchema, ...rowWindow }),
    z.object({ total: z.number().int().min(0), rows: z.array(tableRowSchema) }),
  ),
  /** The full text of a cell that was cut. */
  'tables.cell': route(z.object({ row, column: z.number().int().min(0) }), z.object({ value: z.string() })),
  'tables.edit': route(
    z.object({ row, column: z.number().int().min(0), value: z.string().max(cellMaximum) }),
    tableRowSchema,
  ),
  /** The next cell of a view with an error after a place, wrapping around at the end; null if there is none. */
  'tables.nextWrong': route(
    z.object({ view: tableViewSchema, after: tablePlaceSchema }),
    foundCellSchema.nullable(),
  ),
  /**
   * Undoes or redoes the last edit, selection or change of settings; `step` is null if there is none. Cells become
   * exactly what they were. Refused with `tableUnready` while the table is being read or queued.
   */
  'tables.undo': route(
    z.object({ redo: z.boolean(), view: tableViewSchema }),
    z.object({ table: openTableSchema, step: tableStepSchema.nullable() }),
  ),
  /** Rows by number, or every row of a view. */
  'tables.select': route(
    z.object({
      which: z.union([z.object({ rows: z.array(row).max(100_000) }), z.object({ view: tableViewSchema })]),
      selected: z.boolean(),
    }),
    openTableSchema,
  ),
  /**
   * Queues the selected rows as one batch, durable when it answers, and closes the table. Refused with `tableRowsWrong`
   * if a selected row has an error, unless `onlyRight`.
   */
  'tables.enqueue': route(
    z.object({ onlyRight: z.boolean(), first: z.boolean() }),
    z.object({
      batchId: id,
      name: z.string(),
      jobs: z.number().int(),
      images: z.number().int(),
      /** Rows that were left out because they are known. */
      known: z.number().int(),
    }),
  ),
  /**
   * Opens the native save dialog, then writes the table a batch came from with `status, file, revised_prompt, error,
   * task_id`. `file` is only for display. `insteadOf` is the encoding of the original file if it can't be written and
   * UTF-8 is used instead; otherwise null. Refused with `batchWithoutTable`, `tableUnwritten`,
   * `fileChangedMeanwhile`, `librarySilent` or `libraryAway`.
   */
  'tables.writeBack': route(
    z.object({ batchId: id }),
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('closed') }),
      z.object({
        outcome: z.literal('written'),
        file: z.string(),
        rows: z.number().int(),
        insteadOf: z.string().nullable(),
      }),
    ]),
  ),
  /** Shows the last written file in its folder. */
  'tables.reveal': route(nothing, nothing),
} as const
