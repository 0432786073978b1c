import { z } from 'zod'

export const imageFlagSchema = z.enum(['kept', 'rejected'])

export const ratingMaximum = 5

/** What the person thinks of an image. */
export const imageMarksSchema = z.object({
  /** Null for neither. */
  flag: imageFlagSchema.nullable(),
  /** Stars; 0 for none. */
  rating: z.number().int().min(0).max(ratingMaximum),
})

/** One mark, and what becomes of it; the other stays. */
export const markChangeSchema = z.union([
  imageMarksSchema.pick({ flag: true }).strict(),
  imageMarksSchema.pick({ rating: true }).strict(),
])

export type ImageFlag = z.infer<typeof imageFlagSchema>
export type ImageMarks = z.infer<typeof imageMarksSchema>
export type MarkChange = z.infer<typeof markChangeSchema>

export const noMarks: ImageMarks = { flag: null, rating: 0 }
