import { z } from 'zod'
import { galleryQuerySchema } from './image'
import { idSchema } from './row'

/** Up to this many images are named one by one. */
export const fewImages = 1000

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

/** What a list shows between two of its places, both included; null for its beginning or its end. */
export const imageRangeSchema = galleryQuerySchema.extend({
  from: imagePlaceSchema.nullable(),
  to: imagePlaceSchema.nullable(),
})

const listedImagesSchema = imageRangeSchema.extend({
  /** The highest number of an image at that time: those with a higher one arrived later and aren't selected. */
  until: z.number().int().min(0),
  except: z.array(idSchema).max(fewImages),
})

/** Images chosen by the person: some by their ids, and a part of a list, however many images that is. */
export const imageSelectionSchema = z
  .object({
    ids: z.array(idSchema).max(fewImages),
    list: listedImagesSchema.optional(),
  })
  .refine(({ ids, list }) => ids.length > 0 || list !== undefined)

/** The images of a range: named one by one if they are few, otherwise counted. */
export const selectedRangeSchema = z.union([
  z.object({ ids: z.array(idSchema).max(fewImages) }),
  z.object({ count: z.number().int(), until: z.number().int() }),
])

export type ImagePlace = z.infer<typeof imagePlaceSchema>
export type ImageRange = z.input<typeof imageRangeSchema>
export type ImageSelection = z.input<typeof imageSelectionSchema>
export type ListedImages = z.input<typeof listedImagesSchema>
export type SelectedRange = z.infer<typeof selectedRangeSchema>
