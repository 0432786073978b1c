import { z } from 'zod'

export const imageFlagSchema = z.enum(['kept', 'rejected'])

export const ratingMaximum = 5

/** The most characters of a note. */
export const noteMaximum = 10_000

/** What the user thinks of an image. */
export const imageMarksSchema = z.object({
  /** Null for neither. */
  flag: imageFlagSchema.nullable(),
  /** Stars; 0 for none. */
  rating: z.number().int().min(0).max(ratingMaximum),
  favourite: z.boolean(),
})

/** One mark, and what becomes of it; the others stay. */
export const markChangeSchema = z.union([
  imageMarksSchema.pick({ flag: true }).strict(),
  imageMarksSchema.pick({ rating: true }).strict(),
  imageMarksSchema.pick({ favourite: true }).strict(),
])

export type ImageFlag = z.infer<typeof imageFlagSchema>
export type ImageMarks = z.infer<typeof imageMarksSchema>
export type MarkChange = z.infer<typeof markChangeSchema>

export const noMarks: ImageMarks = { flag: null, rating: 0, favourite: false }

/** The mark that a change is about, as an image has it. */
export function markBefore(change: MarkChange, { flag, rating, favourite }: ImageMarks): MarkChange {
  if ('flag' in change) return { flag }
  return 'rating' in change ? { rating } : { favourite }
}
