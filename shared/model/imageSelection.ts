import { z } from 'zod'
import { galleryQuerySchema } from './image'
import { imageFlagSchema } from './imageMarks'
import { idSchema } from './row'

/** Up to this many images are named one by one. */
export const fewImages = 1000

/** Enough for ten million images. */
const bitsMaximum = 2_500_000

/** Numbers of images, see `bitsText`: they are never used again while the app runs. */
const numbersSchema = z
  .string()
  .max(bitsMaximum)
  .regex(/^([0-9a-f]{2})+$/)

/**
 * Where an image is in the gallery: the newest job comes first, and a job's images are in their own order. It lasts
 * longer than a position, which changes with every image that arrives, and longer than the image.
 */
export const imagePlaceSchema = z.object({
  /** Milliseconds since the epoch: when the first image of its job was saved. */
  placedAt: z.number().int(),
  jobId: z.string(),
  index: z.number().int().min(0),
})

/**
 * What a list shows between two of its images, both included, in any order; null for its beginning or its end. A closed
 * stack is all of its images.
 */
export const imageRangeSchema = galleryQuerySchema.extend({
  from: imagePlaceSchema.nullable(),
  to: imagePlaceSchema.nullable(),
  /** Only those that have it; default all. */
  flag: imageFlagSchema.optional(),
})

/** The most images that are compared side by side. */
export const comparedMaximum = 4

/** Images chosen by the user: some by their ids, and any number of others by their numbers. */
export const imageSelectionSchema = z
  .object({
    /** With room for what is chosen besides. */
    ids: z.array(idSchema).max(2 * fewImages),
    numbers: numbersSchema.optional(),
    /** The list whose order counts, where files are numbered; by default the newest come first, or as they are named. */
    shown: galleryQuerySchema.optional(),
  })
  .refine(({ ids, numbers }) => ids.length > 0 || numbers !== undefined)

/** More parts of a list than a user can draw a frame around. */
export const rangesMaximum = 50_000

/**
 * Positions of a list as of a revision, in ranges with both ends included, and images selected before: null for none
 * besides. A closed stack is all of its images.
 */
export const imagePositionsSchema = galleryQuerySchema.extend({
  revision: z.number().int(),
  ranges: z.array(z.tuple([z.number().int().min(0), z.number().int().min(0)])).max(rangesMaximum),
  besides: imageSelectionSchema.nullable(),
  /** They are taken out of `besides` instead. */
  takenOut: z.boolean().default(false),
})

/** The images of a range: named one by one if they are few. */
export const selectedRangeSchema = z.union([
  z.object({ ids: z.array(idSchema).max(fewImages) }),
  z.object({ count: z.number().int(), numbers: numbersSchema }),
])

/** A selection, for a list with stacks. `before`: the list that it was seen in, as of a revision; null if it wasn't. */
export const seenSelectionSchema = galleryQuerySchema.extend({
  selection: imageSelectionSchema,
  before: galleryQuerySchema.extend({ revision: z.number().int() }).nullable(),
})

/** The first image of a list that comes after all of some places (`way` 1), or before all of them (-1). */
export const imageBeyondSchema = galleryQuerySchema.extend({
  places: z.array(imagePlaceSchema).min(1).max(comparedMaximum),
  way: z.union([z.literal(1), z.literal(-1)]),
  /** Ids that are passed over. */
  besides: z.array(idSchema).max(comparedMaximum),
})

export type ImagePlace = z.infer<typeof imagePlaceSchema>
export type ImageRange = z.input<typeof imageRangeSchema>
export type ImagePositions = z.input<typeof imagePositionsSchema>
export type SeenSelectionQuery = z.input<typeof seenSelectionSchema>
export type ImageBeyond = z.input<typeof imageBeyondSchema>
export type ImageSelection = z.input<typeof imageSelectionSchema>
export type SelectedRange = z.infer<typeof selectedRangeSchema>
