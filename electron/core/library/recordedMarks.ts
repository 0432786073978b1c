import { type ImageMarks, imageMarksSchema, noMarks, noteMaximum } from '@shared/model/imageMarks'
import { z } from 'zod'

/** All that the person made of an image: its record in the library has it too. */
export interface RecordedMarks extends ImageMarks {
  readonly note: string
}

export const unmarked: RecordedMarks = { ...noMarks, note: '' }

const { flag, rating, favourite } = imageMarksSchema.shape

/** An image isn't lost with marks that can't be read, nor one mark with another: earlier versions had fewer. */
export const recordedMarksSchema: z.ZodType<RecordedMarks> = z
  .object({
    flag: flag.catch(unmarked.flag),
    rating: rating.catch(unmarked.rating),
    favourite: favourite.catch(unmarked.favourite),
    note: z.string().max(noteMaximum).catch(unmarked.note),
  })
  .catch(unmarked)
