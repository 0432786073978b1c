import { z } from 'zod'
import type { PressRow } from '../rows/pressRows'

/** Which waiting jobs a cancel was about: those up to a row, of one batch or (null) of all. */
export const cancelScopeSchema = z.object({
  batchId: z.string().nullable(),
  /** By the number of their rows. */
  upTo: z.number(),
  notBatches: z.array(z.string()),
})

/**
 * What became of a row: it was changed; it was left, since it has moved on; it was kept as it is by another press, but no
 * longer by this one; it was only marked, or no longer is, which nobody counts; or it was passed, since there was nothing
 * to change in the first place.
 */
export type Verdict = 'changed' | 'left' | 'kept' | 'marked' | 'passed'

/** How one kind of command is taken back and done again, row by row. Both join the current transaction. */
export interface PressWork {
  takeBack(rows: readonly PressRow[]): readonly Verdict[]
  doAgain(rows: readonly PressRow[]): readonly Verdict[]
}

/**
 * Work whose rows each say in JSON how something was and how the command left it: every row goes from the one to the
 * other without the rest.
 */
export function workByRow<T>(
  schema: z.ZodType<T>,
  change: (jobId: string, from: T, to: T) => Verdict,
): PressWork {
  const read = (json: string): T => schema.parse(JSON.parse(json))
  return {
    takeBack: (rows) => rows.map(({ jobId, before, after }) => change(jobId, read(after), read(before))),
    doAgain: (rows) => rows.map(({ jobId, before, after }) => change(jobId, read(before), read(after))),
  }
}

export const pressKinds = ['cancel', 'act', 'place', 'prioritize', 'edit', 'clear'] as const
export type PressKind = (typeof pressKinds)[number]
