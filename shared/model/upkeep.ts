import { z } from 'zod'
import { appErrorSchema } from '../errors'

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

/** What a rebuild from files did. All are counts of images that had a record in the library, but no row. */
export const rebuildResultSchema = z.object({
  /** They are back, with all that their records say. */
  restored: z.number().int().min(0),
  /** Their files can't be found. */
  missing: z.number().int().min(0),
  /** Their files aren't images any more. */
  changed: z.number().int().min(0),
  /** A newer version wrote their records. */
  newer: z.number().int().min(0),
  /** Their records can't be read. */
  unreadable: z.number().int().min(0),
  /** Nothing can be said about them: they may be in a folder that is away. */
  unsure: z.number().int().min(0),
})

/** What came of asking the service again for missing images. All counts are of images. */
export const askResultSchema = z.object({
  /** The one that was asked for; null if it was all of them. */
  imageId: z.string().nullable(),
  /** Their files are back, with the same bytes. */
  back: z.number().int().min(0),
  /** The service no longer has them. */
  gone: z.number().int().min(0),
  /** It has something else in their places. */
  other: z.number().int().min(0),
  /** It isn't known where they are: they were made elsewhere, or their requests are lost. */
  unknown: z.number().int().min(0),
  /** The service couldn't be asked. */
  failed: z.number().int().min(0),
  /** Why not, the last time. */
  error: appErrorSchema.nullable(),
})

/** The care of the library: what is under way, and what came of the last. */
export const upkeepSchema = z.object({
  running: z
    .object({
      task: z.enum(['check', 'rebuild', 'ask']),
      /** Of images, of records that are read, or of missing images that are asked for. */
      of: z.enum(['images', 'records', 'missing']),
      done: z.number().int().min(0),
      total: z.number().int().min(0),
    })
    .nullable(),
  /** Null until one ended in this run. */
  last: checkResultSchema.nullable(),
  /** The same for rebuilds; null again once something else has begun. */
  rebuilt: rebuildResultSchema.nullable(),
  /** The same for what was asked of the service. */
  asked: askResultSchema.nullable(),
})

export type Outside = z.infer<typeof outsideSchema>
export type CheckResult = z.infer<typeof checkResultSchema>
export type RebuildResult = z.infer<typeof rebuildResultSchema>
export type AskResult = z.infer<typeof askResultSchema>
export type Upkeep = z.infer<typeof upkeepSchema>
