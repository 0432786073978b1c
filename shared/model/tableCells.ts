import { z } from 'zod'

/**
 * A cell as it is written back: its text, or, in JSON and JSONL, the JSON of a value that is no string; null where the
 * row has no such cell.
 */
export const tableCellSchema = z.union([z.string(), z.object({ json: z.string() }), z.null()])

/** The cells of a row, one a column in the order of the columns: `PlannedRow.cells` is the JSON of it. */
export const tableCellsSchema = z.array(tableCellSchema)

export type TableCell = z.infer<typeof tableCellSchema>
