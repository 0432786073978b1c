import { z } from 'zod'

/** How many drafts are kept that something else replaced in the form. */
export const replacedMaximum = 10

export const replacedDraftSchema = z.object({
  /** Grows with time: a higher number is newer. */
  number: z.number().int(),
  /** Of its prompt, which is empty if it has only references. */
  opening: z.string(),
  /** Milliseconds since the epoch. */
  replacedAt: z.number(),
})

export type ReplacedDraft = z.infer<typeof replacedDraftSchema>
