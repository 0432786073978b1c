import { z } from 'zod'
import { bringingSchema } from '../model/bringing'
import { nothing, route } from './route'

/**
 * Images that were made elsewhere and are brought into the library. Files that are dropped come through a separate
 * channel (`bridge.ts`), never as paths.
 */
export const bringingRoutes = {
  'bringing.current': route(nothing, bringingSchema.nullable()),
  /**
   * Opens the native dialog, then looks at what was chosen; `chosen` is false if it was closed. Refused with
   * `bringingBusy` while images are being brought in.
   */
  'bringing.choose': route(
    z.object({ what: z.enum(['files', 'folder']) }),
    z.object({ chosen: z.boolean() }),
  ),
  /** Copies what was looked at, or leaves it where it is. Answers once it is noted: from then on a restart doesn't end it. */
  'bringing.start': route(z.object({ leaves: z.boolean() }), nothing),
  /** Ends what is under way. What is in the library stays there. */
  'bringing.cancel': route(nothing, nothing),
  /** Dismisses the result. */
  'bringing.dismiss': route(nothing, nothing),
} as const
