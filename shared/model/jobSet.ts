import { z } from 'zod'
import { errorCodes } from '../errors'
import { idSchema } from './row'

const code = z.enum(errorCodes)
/** From the first to the last of them, both included; milliseconds since the epoch. */
const span = { from: z.number(), until: z.number() }

/** Jobs that may be shown as one line. */
const foldedSets = [
  /** They need the user because of the same outage, in one batch or in all; limited by when they were sent. */
  z.object({
    set: z.literal('needsYou'),
    connectionId: idSchema,
    batchId: idSchema.nullable(),
    code,
    ...span,
  }),
  /**
   * They failed in one batch, all in the same way or (null) each in its own, and weren't retried; limited by when they
   * ended.
   */
  z.object({ set: z.literal('failed'), batchId: idSchema, code: code.nullable(), ...span }),
  /** They are under way, of one batch or of all. */
  z.object({ set: z.literal('running'), batchId: idSchema.nullable() }),
  /** The user stopped waiting for them, of one batch or of all. */
  z.object({ set: z.literal('stopped'), batchId: idSchema.nullable() }),
] as const

/** Jobs by what they have in common, whether they are listed or not. Jobs that match only later aren't included. */
export const jobSetSchema = z.discriminatedUnion('set', [
  ...foldedSets,
  /** They have images that are paid for but not on disk. */
  z.object({ set: z.literal('undelivered'), connectionId: idSchema }),
])

/** Jobs that are shown as one expandable line, and how many there are. */
export const foldSchema = z.object({
  jobs: z.discriminatedUnion('set', foldedSets),
  count: z.number().int().min(1),
})

export type JobSet = z.infer<typeof jobSetSchema>
export type Fold = z.infer<typeof foldSchema>
