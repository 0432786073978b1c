import { z } from 'zod'

/**
 * A cell as it is written back: its text or, in JSON and JSONL, the JSON of a value that isn't a string. Null if the
 * row has no such cell.
 */
export const tableCellSchema = z.union([z.string(), z.object({ json: z.string() }), z.null()])

/** The cells of a row, one per column in column order: `PlannedRow.cells` is their JSON. */
export const tableCellsSchema = z.array(tableCellSchema)

export type TableCell = z.infer<typeof tableCellSchema>
