import { z } from 'zod'
import { referenceSchema } from '../model/draft'
import { previewSchema } from '../model/reference'
import { route } from './route'

/** Looking at the reference images of the form. Nothing is fetched but by the first of these. */
export const referenceRoutes = {
  /**
   * Fetches a reference without the key; closes the preview before. Refused with one of the codes `preview…`, with
   * `interrupted` when it was closed meanwhile.
   */
  'references.preview': route(
    z.object({ connectionId: z.string().min(1).max(100), url: referenceSchema }),
    previewSchema,
  ),
  /** Breaks off what is being fetched and removes what was. */
  'references.closePreview': route(z.null(), z.null()),
} as const
