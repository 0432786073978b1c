import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { nameProblemKinds } from './exportNames'

const count = z.number().int().min(0)

/** Names that are shown before anything is written. */
export const shownNames = 10
/** The most files that are named one by one after an export. */
export const namedMaximum = 200

const nameProblemSchema = z.object({ kind: z.enum(nameProblemKinds), at: count, text: z.string() })

/** By code: an error of each, and how many there are. */
const failuresSchema = z.array(z.object({ error: appErrorSchema, count }))

/** The ZIP that an export would write. */
const plannedZipSchema = z.object({
  /** Inside the destination. */
  path: z.string(),
  /** `there`: one with the same contents, as we left it; `skipped`: its name is taken. Neither is written. */
  fate: z.enum(['new', 'numbered', 'replaces', 'there', 'skipped']),
  /** Its name is that of the batch, which is made of the prompt. */
  isNamedByBatch: z.boolean(),
  /** The most bytes of a file at the destination, if that is known to be few. */
  maximum: count.nullable(),
})

/** What an export would do. Nothing has been written; exactly this is written if it is begun. */
export const exportPlanSchema = z.object({
  /** Names it; 0 for one that can't be begun. */
  plan: count,
  images: count,
  /** That would be written. */
  files: count,
  /** The first of their paths inside the destination, with forward slashes. */
  names: z.array(z.string()).max(shownNames),
  /** Null for files in folders. */
  zip: plannedZipSchema.nullable(),
  /** There already, as this recipe left them. */
  unchanged: count,
  /** Left out, because a file there has their name. */
  skipped: count,
  /** Take the place of an earlier file of ours. */
  replaced: count,
  /** The path of the list of all files; null for none. */
  manifest: z.string().nullable(),
  /** Get a number, because a file there has their name, or an image of this export. */
  taken: count,
  repeated: count,
  /** The recipe asks what becomes of names that are taken: until the user answers, it can’t be begun. */
  asks: z.boolean(),
  /** About. */
  bytes: count,
  /** Room at the destination, in bytes; null if that isn't known. */
  free: count.nullable(),
  /** Have a prompt that EXIF has no room for in a JPEG. */
  longPrompts: count,
  /** Come of an image whose file has Content Credentials, or wasn't looked at for them yet. */
  credentials: count,
  unreadCredentials: count,
  /** Written though the user rejected them. */
  rejected: count,
  /** Copies of images that have fewer pixels than the longest side, and aren't enlarged. */
  smaller: count,
  /** Images that can't be written. */
  unwritable: failuresSchema,
  /** Of the template; with `namesRepeat` it can be begun. */
  nameProblem: nameProblemSchema.nullable(),
  /** Why nothing can be written to the destination; null also if none was chosen. */
  folderProblem: appErrorSchema.nullable(),
})

/** An export, until its result is dismissed. There is one at a time, and it goes on after a restart. */
export const exportRunSchema = z.discriminatedUnion('stage', [
  z.object({
    stage: z.literal('running'),
    done: count,
    total: count,
    /** How many of the latest were written in a second; null until that means something. */
    perSecond: z.number().positive().nullable(),
    /** Milliseconds, about; null until that is known. */
    leftMs: count.nullable(),
    isPaused: z.boolean(),
    /** Why it can't go on; the user says when it may. */
    problem: appErrorSchema.nullable(),
  }),
  z.object({
    stage: z.literal('ended'),
    /** Of each recipe. `zip`: inside the folder; null if there is none. */
    places: z.array(z.object({ folder: z.string(), zip: z.string().nullable() })),
    written: count,
    /** Of these, images in ZIPs that an earlier try made, and that are still there because the last one made none. */
    kept: count,
    /** Of those written, originals whose pixels hide a text, though what they say was removed. */
    hiddenTexts: count,
    /** Besides those: there already, and left out because a file there has their name. */
    unchanged: count,
    skipped: count,
    failed: failuresSchema,
    /** The first files that failed, by their paths inside the destination. */
    named: z.array(z.object({ path: z.string(), error: appErrorSchema })).max(namedMaximum),
    /** Not written, because the user ended it. */
    left: count,
  }),
])

export const exportActionSchema = z.enum(['pause', 'resume', 'cancel', 'retry', 'dismiss'])

export type PlannedZipView = z.infer<typeof plannedZipSchema>
export type ExportPlan = z.infer<typeof exportPlanSchema>
export type ExportRun = z.infer<typeof exportRunSchema>
export type ExportAction = z.infer<typeof exportActionSchema>
