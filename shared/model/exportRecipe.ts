import { z } from 'zod'
import { templateMaximum } from './exportNames'
import { idSchema } from './row'

/** Recipes that are always there; the user may change them. */
export const readyRecipes = ['originals', 'web', 'archive'] as const

/** `original`: the file as it is, byte for byte. */
export const exportFormatSchema = z.enum(['original', 'png', 'jpeg', 'webp', 'avif'])

export const qualityBounds = { min: 1, max: 100 } as const

/** Pixels: a WebP can't have more. */
export const sideBounds = { min: 16, max: 16_383 } as const

/** What becomes of a name that is taken. `replace`: a file of the same image that is ours, and unchanged since. */
export const takenChoices = ['number', 'skip', 'replace'] as const

/** Files in folders, or one ZIP with all of them. */
export const intoChoices = ['folder', 'zip'] as const

/** How a file with a description beside an image is named. */
export const sidecarNames = ['whole', 'stem'] as const

/** Characters of a prompt that a JPEG has room for in EXIF. */
export const exifCommentMaximum = 32_000

export const recipeNameMaximum = 60

/** Recipes of one export. */
export const recipesMaximum = 20

/** How a set of images is written. Everything but the template and the format has a default, for what was stored before. */
export const recipeSettingsSchema = z.object({
  /** See `readNameTemplate`; kept as it was typed, even if it can't be used. */
  template: z.string().max(templateMaximum),
  format: exportFormatSchema,
  /** Of JPEG, WebP and AVIF. */
  quality: z.number().int().min(qualityBounds.min).max(qualityBounds.max).default(82),
  /** Null: as many pixels as the image has. */
  longestSide: z.number().int().min(sideBounds.min).max(sideBounds.max).nullable().default(null),
  /** Whether smaller images are made larger. */
  enlarge: z.boolean().default(false),
  /** Behind transparent parts, in JPEG only. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .default('#ffffff'),
  /** The image's own colours, or those that every program shows. */
  profile: z.enum(['kept', 'srgb']).default('srgb'),
  /** What a file says about how it was made: an original what it said, a copy what is known here; or nothing. */
  metadata: z.enum(['kept', 'stripped']).default('kept'),
  /** Whether copies also say it as Automatic1111's web UI and Civitai read it. */
  forWebUi: z.boolean().default(false),
  /** Whether a file with the same as XMP is written beside each. */
  sidecar: z.boolean().default(false),
  /** Behind the whole name of the image's file (`a.png.xmp`), or in the place of its ending (`a.xmp`). */
  sidecarName: z.enum(sidecarNames).default('whole'),
  /** Where files go, unless an export is to go elsewhere. */
  into: z.enum(intoChoices).default('folder'),
  /** Leave out what is there already: the same image, written by this recipe as it is now, and unchanged since. */
  onlyNew: z.boolean().default(true),
  /** What becomes of a name that is taken; `ask`: the user says so each time. */
  existing: z.enum([...takenChoices, 'ask']).default('number'),
  /** A list of the files that were written, with what made them. */
  manifest: z.enum(['none', 'csv', 'json']).default('none'),
  /** Export what is new in each batch once it is done; nobody is asked then: names that are taken get a number instead. */
  finishedBatches: z.boolean().default(false),
})

export const exportRecipeSchema = z.object({
  id: idSchema,
  /** One that is always there. */
  ready: z.enum(readyRecipes).nullable(),
  /** Empty for a ready one: it is called by the catalogue. */
  name: z.string().max(recipeNameMaximum),
  /** Absolute path, as the native dialog returned it, only for display; null until one was chosen. */
  folder: z.string().nullable(),
  settings: recipeSettingsSchema,
})

export type TakenChoice = (typeof takenChoices)[number]
export type IntoChoice = (typeof intoChoices)[number]
export type ReadyRecipe = (typeof readyRecipes)[number]
export type ExportFormat = z.infer<typeof exportFormatSchema>
export type RecipeSettings = z.infer<typeof recipeSettingsSchema>
export type ExportRecipe = z.infer<typeof exportRecipeSchema>

interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels of the copy of an image that has so many. */
export function sizeWithin(
  { width, height }: Size,
  { longestSide, enlarge }: Pick<RecipeSettings, 'longestSide' | 'enlarge'>,
): Size {
  const longest = Math.max(width, height)
  if (longestSide === null || (longest <= longestSide && !enlarge)) return { width, height }
  const scaled = (side: number) => Math.max(1, Math.round((side * longestSide) / longest))
  return { width: scaled(width), height: scaled(height) }
}

/** As they come. */
export const readySettings: Readonly<Record<ReadyRecipe, RecipeSettings>> = {
  originals: recipeSettingsSchema.parse({ template: '{file}', format: 'original', profile: 'kept' }),
  web: recipeSettingsSchema.parse({
    template: '{batch}/{name}-{index:3}',
    format: 'webp',
    longestSide: 1600,
    metadata: 'stripped',
    existing: 'replace',
  }),
  archive: recipeSettingsSchema.parse({
    template: '{date:YYYY}/{date}/{name:40}-{job}-{index}',
    format: 'png',
    profile: 'kept',
    existing: 'replace',
  }),
}
