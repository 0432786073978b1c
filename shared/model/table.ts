import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { draftSchema } from './draft'
import { idSchema, searchSchema } from './row'
import { tableReadingSchema } from './tableReading'

/** What a column can be; `unused` is neither sent nor checked. Any other is a template variable under its own name. */
export const tableRoles = [
  'prompt',
  'model',
  'size',
  'n',
  'image',
  'mode',
  'name',
  'key',
  'extra',
  'unused',
] as const

export const tableRoleSchema = z.enum(tableRoles)

/** Any number of columns can have these. */
export const repeatedRoles: readonly (z.infer<typeof tableRoleSchema> | null)[] = ['extra', 'unused']

/** `txt`: one prompt per line, no header. */
export const tableFormatSchema = z.enum(['csv', 'tsv', 'json', 'jsonl', 'txt'])

const count = z.number().int().min(0)

/** How a table is laid out in its file: enough to write another one like it. */
export const tableLayoutSchema = z.object({
  format: tableFormatSchema,
  /** A label of the Encoding Standard, for example `utf-8` or `utf-16le`. */
  encoding: z.string(),
  /** The file began with a byte order mark. */
  bom: z.boolean(),
  /** Separates cells; empty if the format has no separator. */
  delimiter: z.string(),
  newline: z.enum(['\n', '\r\n', '\r']),
})

/** The values used for a row's empty cells: the fields of the form when the table was opened. */
export const tableDefaultsSchema = draftSchema.pick({
  model: true,
  size: true,
  n: true,
  mode: true,
  image: true,
})

/** The most characters of a cell that can be edited, or sent. */
export const cellMaximum = 1_000_000

/** How a table is read as requests; after a change, every row is checked again. */
export const tableSettingsSchema = z.object({
  connectionId: idSchema,
  /** One per column, in column order; null makes it a variable. No role appears twice but null and `repeatedRoles`. */
  roles: z.array(tableRoleSchema.nullable()),
  defaults: tableDefaultsSchema,
  /** `{red|blue}` in prompts are alternatives, each its own prompt; false: they are text. */
  expand: z.boolean(),
  /** Rows already queued or done are queued once more. */
  again: z.boolean(),
})

/**
 * Rows and the result of queueing them. Sums count selected rows without errors and, unless `again`, only those that
 * aren't known.
 */
export const tableCountsSchema = z.object({
  rows: count,
  /** Rows with errors, selected or not. */
  wrong: count,
  /** Already queued or done on this connection. */
  known: count,
  selected: count,
  selectedWrong: count,
  /** Rows the button queues. */
  toQueue: count,
  /** The number of these that have a size or references, which their mode can't include. */
  leftOut: count,
  /** The number of these that are sent without the size, or the references, of a cell or of the settings. */
  unsentSizes: count,
  unsentReferences: count,
  /** The number of these whose braces are sent as text, though they seem meant as alternatives. */
  textBraces: count,
  requests: count,
  images: count,
})

/** The one table that is open, as the window shows it. */
export const openTableSchema = z.object({
  id: z.string(),
  /** File name without folders; empty for pasted text. */
  name: z.string(),
  layout: tableLayoutSchema,
  reading: tableReadingSchema,
  columns: z.array(z.string()),
  settings: tableSettingsSchema,
  stage: z.enum(['reading', 'checking', 'ready', 'queueing']),
  /** Bytes while reading, rows after; `total` 0 while unknown. */
  progress: z.object({ done: count, total: count }),
  counts: tableCountsSchema,
  /** Requests of the rows the button queues, by what their price depends on, for the estimate. */
  requestsByPrice: z.array(
    /** `size`: null if the service chooses. */
    z.object({ model: z.string(), size: z.string().nullable(), requests: count, images: count }),
  ),
  /** Why reading ended before the end of the file, or why nothing can be queued; rows read until then are kept. */
  problem: appErrorSchema.nullable(),
  /** The table was changed by hand since it was read. */
  edited: z.boolean(),
  /** Whether there is a step to undo, and one to redo. */
  history: z.object({ undo: z.boolean(), redo: z.boolean() }),
})

/** Stands for the row as a whole where a place in the table has a column. */
export const wholeRow = -1

/** The cell, or the row as a whole, where the user is. */
export const tablePlaceSchema = z.object({
  /** Its row's number; 0 for none. */
  row: z.number().int().min(0),
  /** 0-based; `wholeRow` and anything smaller come before the first. */
  column: z.number().int(),
  /** The 0-based position of its row in the view, or its last one if the row is no longer in it. */
  position: count,
})

/** What an undo or redo changed; `position` is null if its row isn't in the view. */
export const tableStepSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cell'),
    row: z.number().int().min(1),
    column: count,
    position: count.nullable(),
  }),
  z.object({ kind: z.literal('selection') }),
  z.object({ kind: z.literal('settings') }),
])

/** An error in a row; `column` is the 0-based column it is about, null for the row as a whole. */
export const rowErrorSchema = z.object({ column: count.nullable(), error: appErrorSchema })

/** A row that is already queued or done: found by its key, otherwise by its content. */
export const knownRowSchema = z.object({
  by: z.enum(['key', 'content']),
  batchId: z.string(),
  batchName: z.string(),
})

export const tableRowSchema = z.object({
  /** 1-based among the data rows, in the order of the file. */
  row: z.number().int().min(1),
  /** 1-based line of the file where it begins; null if the format has no lines. */
  line: z.number().int().min(1).nullable(),
  /** One per column, as shown and edited; at most 2,000 characters of each. `cut` lists those that are longer. */
  cells: z.array(z.string()),
  cut: z.array(count),
  errors: z.array(rowErrorSchema),
  known: knownRowSchema.nullable(),
  selected: z.boolean(),
  /** How many requests it would make; 0 if it has an error. */
  requests: count,
  images: count,
  /** Its requests include a size and references; Background requests usually include neither. */
  carriesOptions: z.boolean(),
})

/**
 * A cell with an error; `column` is `wholeRow` for an error of the row itself; `position` is the row's position in the
 * view.
 */
export const foundCellSchema = z.object({ row: tableRowSchema, column: z.number().int(), position: count })

export const tableViewSchema = z.object({
  /** Rows that contain this text in any cell, whatever the case; empty for all. */
  text: searchSchema,
  show: z.enum(['all', 'right', 'wrong', 'known']),
  /** By the order of the file, or by a column. */
  sort: z.object({ column: count, descending: z.boolean() }).nullable(),
})

/** The counts of a table without rows. */
export const noTableCounts: z.infer<typeof tableCountsSchema> = {
  rows: 0,
  wrong: 0,
  known: 0,
  selected: 0,
  selectedWrong: 0,
  toQueue: 0,
  leftOut: 0,
  unsentSizes: 0,
  unsentReferences: 0,
  textBraces: 0,
  requests: 0,
  images: 0,
}

/** Marks the name of a column with the role `extra`, in front of the name of its field. */
export const extraMark = '+'

/** The name of the field that a column with the role `extra` holds. */
export function extraColumnName(column: string): string {
  const name = column.trim()
  return (name.startsWith(extraMark) ? name.slice(extraMark.length) : name).trim()
}

export type TableRole = z.infer<typeof tableRoleSchema>
export type TableFormat = z.infer<typeof tableFormatSchema>
export type TableLayout = z.infer<typeof tableLayoutSchema>
export type TableDefaults = z.infer<typeof tableDefaultsSchema>
export type TableSettings = z.infer<typeof tableSettingsSchema>
export type TableCounts = z.infer<typeof tableCountsSchema>
export type OpenTable = z.infer<typeof openTableSchema>
export type RowError = z.infer<typeof rowErrorSchema>
export type KnownRow = z.infer<typeof knownRowSchema>
export type TableRow = z.infer<typeof tableRowSchema>
export type TableView = z.infer<typeof tableViewSchema>
export type TablePlace = z.infer<typeof tablePlaceSchema>
export type TableStep = z.infer<typeof tableStepSchema>
export type FoundCell = z.infer<typeof foundCellSchema>
