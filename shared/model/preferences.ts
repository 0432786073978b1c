import { z } from 'zod'
import { gallerySortSchema } from './image'
import { queryMaximum } from './imageQuery'

export const askAboveDefault = 20
export const askAboveMinimum = 0
export const askAboveMaximum = 10_000
export const askAfterMinimum = 1
/** A year. */
export const askAfterMaximum = 8760

/** See `Preferences.tileSize`. */
export const tileSizeMinimum = 96
export const tileSizeUsual = 184
export const tileSizeMaximum = 400

/** Days: ten years. */
const trashExpiryMaximum = 3650

export const viewsMaximum = 100
export const viewNameMaximum = 60

/** A search of the gallery that the user named. */
const viewSchema = z.object({
  name: z.string().min(1).max(viewNameMaximum),
  /** In the language of `readImageQuery`. */
  text: z.string().max(queryMaximum),
  sort: gallerySortSchema,
})

/** Stored by electron-store; everything about jobs and images is in the database instead. */
export const preferencesSchema = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  /** Absolute path of the library folder; null for the default. */
  libraryPath: z.string().nullable(),
  /** Notify when a batch is done. */
  notifications: z.boolean(),
  /** After an interruption, the user is asked before sending anything that has waited this many hours. */
  askAfterHours: z.number().int().min(askAfterMinimum).max(askAfterMaximum),
  /** Connection shown in Compose. */
  connectionId: z.string().nullable(),
  /** The user is asked before more requests than this are queued at once; 0 asks always, null never. */
  askAboveRequests: z.number().int().min(askAboveMinimum).max(askAboveMaximum).nullable(),
  galleryLayout: z.enum(['rows', 'grid']),
  /** The height of the gallery's rows in a wide window, in CSS pixels; in a narrow one they are lower. */
  tileSize: z.number().int().min(tileSizeMinimum).max(tileSizeMaximum),
  /** Whether the tries of one prompt are one tile of the gallery. */
  stackTries: z.boolean(),
  /** Recipe that was exported with last. */
  exportRecipe: z.string(),
  /** Recipe by which images are dragged out; null for files as they are. */
  dragRecipe: z.string().nullable(),
  /** Whether a mark leads to the next image. */
  advanceAfterMark: z.boolean(),
  /** Whether quick look shows the neighbours of an image. */
  filmstripShown: z.boolean(),
  /** Images that have been in the trash for so many days are sent on to the system's; null: never. */
  trashExpiryDays: z.number().int().min(1).max(trashExpiryMaximum).nullable(),
  views: z.array(viewSchema).max(viewsMaximum),
  /** Connections of which the user has read how their images come; null: nothing was kept of that yet. */
  firstImagesRead: z.array(z.string()).nullable(),
  /** Whether collections and views stand beside the images; null: where there is room. */
  sidebarShown: z.boolean().nullable(),
  /** Whether Details and the queue stand beside the gallery, where there is room for both. */
  detailsShown: z.boolean(),
  queueShown: z.boolean(),
  /** What failed until then was seen, milliseconds since the epoch. */
  failuresSeen: z.number().min(0),
  /** Which of them is in front where they share a column. */
  sideTab: z.enum(['queue', 'details']),
  /** Widths of the columns in CSS pixels; `queueWidth` is also that of the column they share. */
  composeWidth: z.number().int().min(280).max(720),
  queueWidth: z.number().int().min(240).max(560),
  detailsWidth: z.number().int().min(240).max(560),
})

export const preferenceDefaults: Preferences = {
  theme: 'system',
  libraryPath: null,
  notifications: true,
  askAfterHours: 12,
  connectionId: null,
  askAboveRequests: askAboveDefault,
  galleryLayout: 'rows',
  tileSize: tileSizeUsual,
  stackTries: false,
  exportRecipe: 'originals',
  dragRecipe: null,
  advanceAfterMark: true,
  filmstripShown: true,
  trashExpiryDays: null,
  views: [],
  firstImagesRead: null,
  sidebarShown: null,
  detailsShown: true,
  queueShown: true,
  failuresSeen: 0,
  sideTab: 'queue',
  composeWidth: 300,
  queueWidth: 304,
  detailsWidth: 320,
}

/**
 * What the renderer may change on its own; the library path can only be changed in a native dialog, and what was said is
 * kept by who says it.
 */
export const preferencesPatchSchema = preferencesSchema
  .omit({ libraryPath: true, firstImagesRead: true })
  .partial()

export type Preferences = z.infer<typeof preferencesSchema>
export type PreferencesPatch = z.infer<typeof preferencesPatchSchema>
