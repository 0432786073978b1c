import { z } from 'zod'
import { collectionNameSchema, collectionSchema } from '../model/collection'
import { imageSelectionSchema } from '../model/imageSelection'
import { idSchema } from '../model/row'
import { nothing, route } from './route'

const id = idSchema
/** `press` names what was done, so that it can be taken back; `changed` counts the images. */
const collected = z.object({ press: z.number().int(), changed: z.number().int() })

/** Commands answer once all of their images are done. */
export const collectionRoutes = {
  /** By name. `gallery.changed` tells of changes. */
  'collections.list': route(nothing, z.object({ collections: z.array(collectionSchema) })),
  /** `selection`: what is in it from the start; null for nothing. Refused with `collectionNameTaken`. */
  'collections.create': route(
    z.object({ name: collectionNameSchema, selection: imageSelectionSchema.nullable() }),
    collected.extend({ id }),
  ),
  /** Refused with `collectionNameTaken`, or `rowMissing`; `changed` counts the collection. */
  'collections.rename': route(z.object({ id, name: collectionNameSchema }), collected),
  /** Its images stay in the library. Refused with `rowMissing`; `changed` counts the collection. */
  'collections.remove': route(z.object({ id }), collected),
  /** Those that aren't in it get in at its end. Refused with `rowMissing`. */
  'collections.add': route(z.object({ id, selection: imageSelectionSchema }), collected),
  /** Refused with `rowMissing`. */
  'collections.takeOut': route(z.object({ id, selection: imageSelectionSchema }), collected),
  /** Moves those that are in it beside an image, in their order. Refused with `rowMissing`. */
  'collections.move': route(
    z.object({
      id,
      selection: imageSelectionSchema,
      beside: z.object({ imageId: id, to: z.enum(['before', 'after']) }),
    }),
    collected,
  ),
  /** Takes back what one of these did in this run, or does it again, as far as everything still is as it left it. */
  'collections.turn': route(
    z.object({ press: z.number().int(), way: z.enum(['back', 'again']) }),
    z.object({ turned: z.number().int() }),
  ),
} as const
