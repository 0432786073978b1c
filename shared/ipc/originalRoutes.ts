import { z } from 'zod'
import { fileAccountSchema } from '../model/brought'
import { imageSelectionSchema } from '../model/imageSelection'
import { idSchema } from '../model/row'
import { nothing, route } from './route'

/** By a recipe; by default the files as they are. */
const handedOut = imageSelectionSchema.safeExtend({ recipeId: idSchema.optional() })

/**
 * The files of images in other programs. Refused if a file isn't there, or not all of it: with `imageLost`, `fileShort`
 * or, of several, `filesIncomplete`; with `filesTooMany` over `fewImages`.
 */
export const originalRoutes = {
  /** Puts the pixels on the clipboard. Also refused with `copyTooLarge`, `fileUnreadable` and `clipboardUnfit`. */
  'originals.copyImage': route(z.object({ id: idSchema }), nothing),
  /** Puts the files on the clipboard, for file managers. Also refused with `clipboardUnfit`, `rowMissing`. */
  'originals.copyFiles': route(handedOut, z.object({ copied: z.number().int() })),
  /** Opens it in the program that the system has for images. Also refused with `fileUnreadable` and `fileMisnamed`. */
  'originals.open': route(z.object({ id: idSchema }), nothing),
  /** What the file says about itself. Also refused with `fileUnreadable`. */
  'originals.account': route(z.object({ id: idSchema }), fileAccountSchema),
  /** Looks whether the files can be dragged out, or makes them. `drag` names them for `originals.drag`. */
  'originals.prepareDrag': route(handedOut, z.object({ drag: z.number().int() })),
  /** Drags the files that were prepared last, while the user still holds the button. */
  'originals.drag': route(z.object({ drag: z.number().int() }), nothing),
} as const
