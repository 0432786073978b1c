import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { sendableDraftSchema } from '../model/draft'
import {
  foundCellSchema,
  openTableSchema,
  tablePlaceSchema,
  tableRowSchema,
  tableSettingsSchema,
  tableStepSchema,
  tableViewSchema,
} from '../model/table'
import { tableReadAsSchema } from '../model/tableReading'

const id = z.number().int()
const count = z.number().int().min(0)
const row = z.number().int().min(1)

/** Where a table comes from: an absolute path, or pasted text. */
const sourceSchema = z.union([z.object({ path: z.string() }), z.object({ text: z.string() })])

/** What the process knows about the connection: how requests are made from rows. */
const planningSchema = z.object({ fullBackground: z.boolean() })

/** The identity of a row: its key, and hashes of what it asks for and of its cells as they were read. */
export const rowIdentitySchema = z.object({
  row,
  key: z.string().nullable(),
  content: z.string(),
  source: z.string(),
})

/** A row to be queued; `drafts` are its sendable drafts after expansion, `cells` the JSON of its `TableCell`s. */
export const plannedRowSchema = rowIdentitySchema.extend({
  name: z.string().nullable(),
  cells: z.string(),
  drafts: z.array(sendableDraftSchema),
})

/**
 * Requests to the table process. It is given a folder as its only argument and keeps one table in its own file there
 * (`<tableId>.db`), which survives the process. Each request has one answer with its `id`; `progress` comes in between.
 * A refused request is answered with `failed`.
 */
export const tableRequestSchema = z.discriminatedUnion('kind', [
  /** Reads and checks a new table. Answered with `table` at the end, even if the file is at fault (`problem`). */
  z.object({
    kind: z.literal('read'),
    id,
    tableId: z.string(),
    name: z.string(),
    source: sourceSchema,
    readAs: tableReadAsSchema,
    settings: tableSettingsSchema.omit({ roles: true }),
    planning: planningSchema,
  }),
  /** Opens the table of an earlier run; `failed` with `rowMissing` if there is none or it wasn't read to its end. */
  z.object({ kind: z.literal('reopen'), id, tableId: z.string() }),
  /**
   * Stops the reading or checking begun by the request with this `id`, which fails with `interrupted`. A table that was
   * being read is then gone; one that was being checked is as it was before. Has no answer of its own.
   */
  z.object({ kind: z.literal('stop'), id }),
  z.object({
    kind: z.literal('change'),
    id,
    settings: tableSettingsSchema,
    planning: planningSchema,
    /** Set if it undoes or redoes a step of settings; otherwise this is a new step. */
    redo: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('rows'), id, view: tableViewSchema, offset: count, limit: count }),
  z.object({ kind: z.literal('cell'), id, row, column: count }),
  z.object({ kind: z.literal('edit'), id, row, column: count, value: z.string() }),
  /** The user said that the encoding is right. */
  z.object({ kind: z.literal('confirmEncoding'), id }),
  /** Where the table came from; null if that isn't known any more. */
  z.object({ kind: z.literal('source'), id }),
  z.object({ kind: z.literal('nextWrong'), id, view: tableViewSchema, after: tablePlaceSchema }),
  /** Undoes or redoes a step. A step of settings is left to `change`, since every row must then be checked again. */
  z.object({ kind: z.literal('undo'), id, redo: z.boolean(), view: tableViewSchema }),
  z.object({
    kind: z.literal('select'),
    id,
    which: z.union([z.object({ rows: z.array(row) }), z.object({ view: tableViewSchema })]),
    selected: z.boolean(),
  }),
  /** Identities of rows after a row number, in order; also of rows with errors. */
  z.object({ kind: z.literal('identities'), id, after: count, limit: count }),
  /** Which of the rows from `from` to `to` are known, replacing earlier information about them. */
  z.object({
    kind: z.literal('known'),
    id,
    from: row,
    to: row,
    known: z.array(
      z.object({ row, by: z.enum(['key', 'content']), batchId: z.string(), batchName: z.string() }),
    ),
  }),
  /** All rows after a row number, in order, for the record of a batch; `drafts` is empty if nothing is queued. */
  z.object({ kind: z.literal('plan'), id, after: count, limit: count, onlyRight: z.boolean() }),
])

export const tableAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('progress'), id, table: openTableSchema }),
  z.object({ kind: z.literal('table'), id, table: openTableSchema }),
  z.object({ kind: z.literal('rows'), id, total: count, rows: z.array(tableRowSchema) }),
  z.object({ kind: z.literal('cell'), id, value: z.string() }),
  z.object({ kind: z.literal('source'), id, source: sourceSchema.nullable() }),
  /** The row as it is now, and the table's counts. */
  z.object({ kind: z.literal('row'), id, row: tableRowSchema, table: openTableSchema }),
  z.object({
    kind: z.literal('nextWrong'),
    id,
    found: foundCellSchema.nullable(),
  }),
  /** `settings`: the settings to change to; otherwise null. */
  z.object({
    kind: z.literal('undone'),
    id,
    step: tableStepSchema.nullable(),
    settings: tableSettingsSchema.nullable(),
    table: openTableSchema,
  }),
  z.object({ kind: z.literal('identities'), id, rows: z.array(rowIdentitySchema) }),
  z.object({ kind: z.literal('plan'), id, rows: z.array(plannedRowSchema) }),
  z.object({ kind: z.literal('failed'), id, error: appErrorSchema }),
])

export type TableSource = z.infer<typeof sourceSchema>
export type RowIdentity = z.infer<typeof rowIdentitySchema>
export type PlannedRow = z.infer<typeof plannedRowSchema>
export type TableRequest = z.infer<typeof tableRequestSchema>
export type TableAnswer = z.infer<typeof tableAnswerSchema>
