import { z } from 'zod'
import { foundPictureSchema } from '../model/foundPicture'
import { idSchema } from '../model/row'
import { answerPathSchema, taughtRoleSchema } from '../model/taughtPlace'
import { nothing, route } from './route'

/** One of `found.list`. */
const picture = z.object({ id: idSchema, position: z.number().int().min(0) })

/** What the user says of an answer in which something isn't where it is known to be. All of it is free. */
export const foundRoutes = {
  /** What may be an image of a job, each with a picture of it; none of a file that isn't there. */
  'found.list': route(z.object({ id: idSchema }), z.array(foundPictureSchema)),
  /** Takes one as an image of its job, or says that it is none. Refused with `rowMissing` if there is no such picture. */
  'found.answer': route(picture.extend({ isImage: z.boolean() }), nothing),
  /** Saves a copy wherever the user likes; false if the user changed their mind. Refused with `imageLost`. */
  'found.save': route(picture, z.object({ saved: z.boolean() })),
  /**
   * A value in a stored answer is the image, the id of the task, or the address at which it is asked for: the job goes
   * on from there, and its connection remembers that. `number`: the attempt, null for the newest. `polled`: the answer is the one about its task. Refused with `placeAbsent`, `placeUnfit`
   * or `rowMissing`.
   */
  'jobs.teach': route(
    z.object({
      id: idSchema,
      number: z.number().int().min(1).nullable(),
      polled: z.boolean(),
      path: answerPathSchema,
      role: taughtRoleSchema,
    }),
    nothing,
  ),
} as const
