import { z } from 'zod'
import { imagesCostSchema } from '../model/imageCost'
import { imageSelectionSchema } from '../model/imageSelection'
import { route } from './route'

/** Images of the trash; null for all of them. */
const some = z.object({ selection: imageSelectionSchema.nullable() })

/** What was deleted. Its list is that of a search for `is:deleted`. */
export const trashRoutes = {
  'trash.size': route(
    some,
    z.object({
      images: z.number().int(),
      /** Of the files in the library. */
      bytes: z.number().int(),
      /** How many of the images lie outside the library: their files stay. */
      left: z.number().int(),
      /** How many of the others were changed outside: their files stay, too. */
      changed: z.number().int(),
      /** Others may save images in a library, too: its files are gone for them as well. */
      isShared: z.boolean(),
      /** What they have cost, by connection. */
      total: z.array(imagesCostSchema),
    }),
  ),
  /** Answers once all are back. `missing`: how many of them have no file any more. */
  'trash.restore': route(
    imageSelectionSchema,
    z.object({ restored: z.number().int(), missing: z.number().int() }),
  ),
  /** Sends them on to the system's trash, which can't be undone here. */
  'trash.discard': route(some, z.object({ discarded: z.number().int() })),
} as const
