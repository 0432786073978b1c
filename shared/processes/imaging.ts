import { z } from 'zod'
import { fileAccountSchema } from '../model/brought'
import { copyAccountSchema } from '../model/copyAccount'
import { exportFormatSchema, recipeSettingsSchema } from '../model/exportRecipe'
import { fileFormatSchema, placeholderSchema } from '../model/image'

/** The longer side of each thumbnail, in pixels. */
export const thumbnailEdges = { thumb: 512, small: 256 } as const

/** The longest side of a copy, in pixels. */
export const copyEdgeMaximum = 16_384

/** At most `edge` pixels on its longer side, to be written to `path` by temp file and rename. */
const copySchema = z.object({
  path: z.string(),
  edge: z.number().int().min(16).max(copyEdgeMaximum),
  /** Default WebP. */
  format: z.enum(['webp', 'png']).optional(),
})
const copiesSchema = z.array(copySchema).max(4)

/** What a copy of an image says about how it was made. */
const imageDescriptionSchema = z.object({
  prompt: z.string(),
  /** Null if the service left it as it was. */
  revisedPrompt: z.string().nullable(),
  model: z.string(),
  /** The service or program that made it; null if that isn't known. */
  system: z.string().nullable(),
  /** As it was asked for; null if it wasn't. */
  size: z.string().nullable(),
  /** How many images were asked for; null if that isn't known. */
  n: z.number().int().nullable(),
  taskId: z.string().nullable(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
  /** Stars, 0 for none. */
  rating: z.number().int(),
  collections: z.array(z.string()),
  hasReferences: z.boolean(),
  /** Pixels of the image itself. */
  width: z.number().int(),
  height: z.number().int(),
  /** Also as Automatic1111's web UI and Civitai read it. */
  forWebUi: z.boolean(),
})

/** The whole picture, upright, in another format. */
const convertedSchema = recipeSettingsSchema
  .pick({ quality: true, longestSide: true, enlarge: true, background: true, profile: true })
  .extend({
    format: exportFormatSchema.exclude(['original']),
    /** Null for a copy that says nothing. */
    description: imageDescriptionSchema.nullable(),
  })

/** To be written into an existing file at `path`. */
const conversionSchema = convertedSchema.extend({
  path: z.string(),
  /** Others of the same picture come at about the same time: it is decoded once. */
  isShared: z.boolean(),
})

/** What a recipe makes of an image’s file: the same bytes, the same picture that says nothing, or another file. */
const recipeCopySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asItIs') }),
  z.object({ kind: z.literal('stripped') }),
  convertedSchema.extend({ kind: z.literal('converted') }),
])

/** A request to the imaging process. Paths are absolute and our own. The picture is decoded once for all copies. */
export const imagingRequestSchema = z.discriminatedUnion('kind', [
  /**
   * Decodes the whole file and reports what it is, also of a known format that isn't decoded; without `decode` it only
   * reports what the header says. Copies that can't be written are left out: the picture may be whole all the same.
   */
  z.object({
    kind: z.literal('inspect'),
    id: z.number().int(),
    path: z.string(),
    decode: z.boolean(),
    copies: copiesSchema,
  }),
  /** Writes copies. */
  z.object({
    kind: z.literal('thumbnail'),
    id: z.number().int(),
    path: z.string(),
    copies: copiesSchema.min(1),
  }),
  /** Reads what a file says about how it was made; only with `decode`, also whether its pixels hide a text. */
  z.object({
    kind: z.literal('provenance'),
    id: z.number().int(),
    path: z.string(),
    decode: z.boolean(),
  }),
  /** Says what a copy would say, and what it would lose. Writes nothing. */
  z.object({
    kind: z.literal('foresee'),
    id: z.number().int(),
    path: z.string(),
    copy: recipeCopySchema,
    /** What would be written beside it; null for nothing. */
    beside: imageDescriptionSchema.nullable(),
    /** Whether its pixels are looked at where its copy has the same; one that is too large is only read. */
    decode: z.boolean(),
  }),
  /** Writes it in another format; of an animation, the first frame. */
  z.object({
    kind: z.literal('convert'),
    id: z.number().int(),
    path: z.string(),
    conversion: conversionSchema,
  }),
  /** Writes the same picture without anything that it says about itself into an existing file at `target`. */
  z.object({
    kind: z.literal('strip'),
    id: z.number().int(),
    path: z.string(),
    target: z.string(),
    /** As of `foresee`. */
    decode: z.boolean(),
  }),
  /** Writes a description as XMP into an existing file at `path`. */
  z.object({
    kind: z.literal('describe'),
    id: z.number().int(),
    path: z.string(),
    description: imageDescriptionSchema,
  }),
])

/**
 * `imageNotAnImage`: none of our formats; of an inspection, no format that is known. `imageUndecodable`: cut short or
 * damaged. `imageTooLarge`: it would take more memory than a picture may; only a thumbnail and a conversion fail
 * because of this. `imageLost`: the file is missing, or can't be read. `metadataUnfit`: its parts aren't where its
 * format has them, so what it says can't be removed. `libraryUnwritable`: the target can't be written. `internal`:
 * sharp itself can't be loaded, which shows nothing about the file.
 */
export const imagingFailureSchema = z.enum([
  'imageNotAnImage',
  'imageUndecodable',
  'imageTooLarge',
  'imageLost',
  'metadataUnfit',
  'libraryUnwritable',
  'internal',
])

const inspectionSchema = z.object({
  /** Bytes decide, also of files that are kept and never decoded. */
  format: fileFormatSchema,
  /**
   * Pixels, as the picture should be seen: after its EXIF orientation. From the header if nothing was decoded; both 0
   * for a file of another format.
   */
  width: z.number().int().min(0),
  height: z.number().int().min(0),
  /**
   * False for a picture that would take more memory than one may, and for a file of another format: then it isn't known
   * whether the file is whole.
   */
  decoded: z.boolean(),
  /** Null if nothing was decoded. */
  placeholder: placeholderSchema.nullable(),
  /** Whether the file has Content Credentials (C2PA); they aren't verified. */
  hasCredentials: z.boolean(),
})

/** An original that was written without what it says. */
const strippedFileSchema = z.object({
  sha256: z.string(),
  /** Whether its pixels, which stay as they were, hide a text; null if they couldn't be looked at. */
  hidesText: z.boolean().nullable(),
})

export const imagingAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('inspected'), id: z.number().int(), inspection: inspectionSchema }),
  z.object({ kind: z.literal('thumbnailed'), id: z.number().int(), placeholder: placeholderSchema }),
  z.object({ kind: z.literal('provenanceRead'), id: z.number().int(), provenance: fileAccountSchema }),
  z.object({ kind: z.literal('foreseen'), id: z.number().int(), account: copyAccountSchema }),
  /** `sha256` of what was written. */
  z.object({ kind: z.literal('written'), id: z.number().int(), sha256: z.string() }),
  z.object({ kind: z.literal('stripped'), id: z.number().int(), stripped: strippedFileSchema }),
  z.object({
    kind: z.literal('failed'),
    id: z.number().int(),
    code: imagingFailureSchema,
    /** The system's own code. */
    cause: z.string().optional(),
  }),
])

/** A copy of a picture, reduced. */
export type PictureCopy = z.infer<typeof copySchema>
export type Converted = z.infer<typeof convertedSchema>
export type Conversion = z.infer<typeof conversionSchema>
export type RecipeCopy = z.infer<typeof recipeCopySchema>
export type ImageDescription = z.infer<typeof imageDescriptionSchema>
export type StrippedFile = z.infer<typeof strippedFileSchema>
export type Inspection = z.infer<typeof inspectionSchema>
/** What its pixels and its header say. */
export type PictureFacts = Omit<Inspection, 'hasCredentials'>
export type ImagingFailure = z.infer<typeof imagingFailureSchema>
export type ImagingRequest = z.infer<typeof imagingRequestSchema>
export type ImagingAnswer = z.infer<typeof imagingAnswerSchema>
