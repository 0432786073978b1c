import type { ImageFlag, ImageMarks } from '@shared/model/imageMarks'

/** Marks as a row of `images` has them. */
export interface MarkColumns {
  readonly flag: ImageFlag | null
  readonly rating: number
  readonly favourite: number
}

export const readMarks = ({ flag, rating, favourite }: MarkColumns): ImageMarks => ({
  flag,
  rating,
  favourite: favourite === 1,
})
