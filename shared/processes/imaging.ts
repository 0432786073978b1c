import { z } from 'zod'
import { imageFormatSchema, placeholderSchema } from '../model/image'

/** A thumbnail's longer side, in pixels. */
export const thumbnailEdge = 512

/** A request to the imaging process. Paths are absolute and our own. */
export const imagingRequestSchema = z.discriminatedUnion('kind', [
  /** Decodes the whole file and reports what it is; without `decode` it only reports what the header says. */
  z.object({ kind: z.literal('inspect'), id: z.number().int(), path: z.string(), decode: z.boolean() }),
  /** Writes a WebP no larger than `edge` on its longer side, by temp file and rename. */
  z.object({
    kind: z.literal('thumbnail'),
    id: z.number().int(),
    path: z.string(),
    target: z.string(),
    edge: z.number().int().min(16).max(4096),
  }),
])

/**
 * `imageNotAnImage`: none of our formats. `imageUndecodable`: cut short or damaged. `imageTooLarge`: it would take more
 * memory than a picture may; only a thumbnail fails because of this. `imageLost`: the file is missing.
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
  z.object({ kind: z.literal('thumbnailed'), id: z.number().int() }),
  z.object({
    kind: z.literal('failed'),
    id: z.number().int(),
    code: imagingFailureSchema,
  }),
])

export type Inspection = z.infer<typeof inspectionSchema>
export type ImagingFailure = z.infer<typeof imagingFailureSchema>
export type ImagingRequest = z.infer<typeof imagingRequestSchema>
export type ImagingAnswer = z.infer<typeof imagingAnswerSchema>
