import { z } from 'zod'
import { draftSchema } from '../model/draft'
import { replacedDraftSchema } from '../model/replacedDraft'
import { idSchema } from '../model/row'
import { nothing, route } from './route'

/** What is in the form, and what was in it before something else took its place. */
export const draftRoutes = {
  'drafts.read': route(z.object({ connectionId: idSchema }), draftSchema.nullable()),
  'drafts.write': route(z.object({ connectionId: idSchema, draft: draftSchema }), nothing),
  /** Keeps a draft that was replaced; an empty one isn't kept, and of equal ones only the newest. */
  'drafts.keep': route(z.object({ draft: draftSchema }), nothing),
  /** Newest first, at most `replacedMaximum`. */
  'drafts.replaced': route(nothing, z.array(replacedDraftSchema)),
  /** The whole of one. Refused with `rowMissing` once newer ones took its place. */
  'drafts.replacedOne': route(z.object({ number: z.number().int().min(1) }), draftSchema),
} as const
