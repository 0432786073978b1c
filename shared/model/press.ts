import { z } from 'zod'

/** How long a cancel can be taken back, in milliseconds. Other commands can be for as long as the app runs. */
export const cancelUndoMs = 30_000

const count = z.number().int().min(0)

/**
 * Names one command of the user, in this run of the app; null if it changed nothing, or nothing that can be taken
 * back.
 */
export const pressSchema = z.number().int().nullable()

/** Rows that were changed, and rows that were left as they are because they have moved on since. */
export const undoneSchema = z.object({ done: count, left: count })

export type Press = z.infer<typeof pressSchema>
export type Undone = z.infer<typeof undoneSchema>
