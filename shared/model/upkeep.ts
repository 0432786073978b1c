import { z } from 'zod'

/** What became of an image's file outside of Cyanotype: it has other bytes, or it can't be found. */
export const outsideSchema = z.enum(['changed', 'missing'])

/** What a check of the library found. All are counts of images. */
export const checkResultSchema = z.object({
  /** Their files had been moved or renamed, or were away: they are found again. */
  found: z.number().int().min(0),
  /** All that are changed or missing now, also those that were before. */
  changed: z.number().int().min(0),
  missing: z.number().int().min(0),
  /** Those about which nothing can be said: their files may be in a folder that is away. */
  unsure: z.number().int().min(0),
  /** Library folders that were away or didn't answer; only for display. */
  away: z.array(z.string()),
})

/** The care of the library: what is under way, and what came of the last. */
export const upkeepSchema = z.object({
  running: z.object({ done: z.number().int().min(0), total: z.number().int().min(0) }).nullable(),
  /** Null until one ended in this run. */
  last: checkResultSchema.nullable(),
})

export type Outside = z.infer<typeof outsideSchema>
export type CheckResult = z.infer<typeof checkResultSchema>
export type Upkeep = z.infer<typeof upkeepSchema>
