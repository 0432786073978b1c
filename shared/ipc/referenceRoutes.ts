import { z } from 'zod'
import { referenceSchema } from '../model/draft'
import { previewSchema } from '../model/reference'
import { idSchema } from '../model/row'
import { nothing, route } from './route'

/** Previews of the form's reference images. Only the first of these routes fetches anything. */
export const referenceRoutes = {
  /**
   * Fetches a reference without the key, after closing the previous preview. Refused with one of the codes `preview…`,
   * or with `interrupted` if it was closed meanwhile.
   */
  'references.preview': route(z.object({ connectionId: idSchema, url: referenceSchema }), previewSchema),
  /** Aborts what is being fetched and removes what was fetched. */
  'references.closePreview': route(nothing, nothing),
} as const
