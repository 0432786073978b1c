import { z } from 'zod'

/** Where the service had an image; null if its bytes came in the answer itself, or the address wasn't kept. */
export const imageSourceSchema = z.object({
  /** Absolute, http or https. */
  url: z.string().nullable(),
  /** Milliseconds since it was fetched from there. */
  age: z.number().min(0),
})

/** A reference that was fetched for a preview: its pixels are at `cyanotype://preview/<id>`. */
export const previewSchema = z.object({
  id: z.string(),
  /** Pixels of the image itself; what is shown may be smaller. */
  width: z.number().int().min(1),
  height: z.number().int().min(1),
})

export type ImageSource = z.infer<typeof imageSourceSchema>
export type Preview = z.infer<typeof previewSchema>
