import { z } from 'zod'
import { fileAccountSchema } from '../model/brought'
import { exportFormatSchema, recipeSettingsSchema } from '../model/exportRecipe'
import { imageFormatSchema, placeholderSchema } from '../model/image'

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

/** The whole picture, upright, to be written into an existing file at `path`. */
const conversionSchema = recipeSettingsSchema
  .pick({ quality: true, longestSide: true, enlarge: true, background: true, profile: true })
  .extend({ path: z.string(), format: exportFormatSchema.exclude(['original']) })

/** A request to the imaging process. Paths are absolute and our own. The picture is decoded once for all copies. */
export const imagingRequestSchema = z.discriminatedUnion('kind', [
  /**
   * Decodes the whole file and reports what it is; without `decode` it only reports what the header says. Copies that
   * can't be written are left out: the picture may be whole all the same.
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
  /** Reads what a file says about how it was made, without its pixels. */
  z.object({ kind: z.literal('provenance'), id: z.number().int(), path: z.string() }),
  /** Writes it in another format; of an animation, the first frame. */
  z.object({
    kind: z.literal('convert'),
    id: z.number().int(),
    path: z.string(),
    conversion: conversionSchema,
  }),
])

/**
 * `imageNotAnImage`: none of our formats. `imageUndecodable`: cut short or damaged. `imageTooLarge`: it would take more
 * memory than a picture may; only a thumbnail and a conversion fail because of this. `imageLost`: the file is missing.
 * `libraryUnwritable`: the target can't be written. `internal`: sharp itself can't be loaded, which shows nothing about
 * the file.
 */
export const imagingFailureSchema = z.enum([
  'imageNotAnImage',
  'imageUndecodable',
  'imageTooLarge',
  'imageLost',
  'libraryUnwritable',
  'internal',
])

const inspectionSchema = z.object({
  format: imageFormatSchema,
  /** Pixels, as the picture should be seen: after its EXIF orientation. From the header if nothing was decoded. */
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  /** False for a picture that would take more memory than one may: then it isn't known whether the file is whole. */
  decoded: z.boolean(),
  /** Null if nothing was decoded. */
  placeholder: placeholderSchema.nullable(),
})

export const imagingAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('inspected'), id: z.number().int(), inspection: inspectionSchema }),
  z.object({ kind: z.literal('thumbnailed'), id: z.number().int(), placeholder: placeholderSchema }),
  z.object({ kind: z.literal('provenanceRead'), id: z.number().int(), provenance: fileAccountSchema }),
  /** `sha256` of what was written. */
  z.object({ kind: z.literal('converted'), id: z.number().int(), sha256: z.string() }),
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
export type Conversion = z.infer<typeof conversionSchema>
export type Inspection = z.infer<typeof inspectionSchema>
export type ImagingFailure = z.infer<typeof imagingFailureSchema>
export type ImagingRequest = z.infer<typeof imagingRequestSchema>
export type ImagingAnswer = z.infer<typeof imagingAnswerSchema>
