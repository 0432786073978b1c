import { z } from 'zod'
import { previewSchema } from './reference'

/** What may be an image of a job, though nothing in the answer calls it one. */
export const foundPictureSchema = z.object({
  /** Names it within its job. */
  position: z.number().int().min(0),
  /** The host it was fetched from; null if it came in the answer itself. */
  host: z.string().nullable(),
  /** Null if it can't be shown. */
  preview: previewSchema.nullable(),
})

export type FoundPicture = z.infer<typeof foundPictureSchema>
