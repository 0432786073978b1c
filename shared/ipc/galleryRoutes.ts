import { z } from 'zod'
import {
  galleryOutlineQuerySchema,
  galleryOutlineSchema,
  galleryPageQuerySchema,
  galleryPageSchema,
  galleryQuerySchema,
  imageDetailsSchema,
  imageSchema,
} from '../model/image'
import { galleryCostsSchema, imageCostSchema, imagesCostSchema } from '../model/imageCost'
import { markChangeSchema, noteMaximum } from '../model/imageMarks'
import { suggestedKeys } from '../model/imageQuery'
import {
  comparedMaximum,
  fewImages,
  imageBeyondSchema,
  imagePositionsSchema,
  imageRangeSchema,
  imageSelectionSchema,
  seenSelectionSchema,
  selectedRangeSchema,
} from '../model/imageSelection'
import { imageSourceSchema } from '../model/reference'
import { idSchema, searchSchema } from '../model/row'
import { nothing, route, rowWindow } from './route'

const id = idSchema

/** The images of the library, in lists and one by one. */
export const galleryRoutes = {
  'gallery.outline': route(galleryOutlineQuerySchema, galleryOutlineSchema),
  'gallery.costs': route(galleryQuerySchema, galleryCostsSchema),
  'gallery.page': route(galleryPageQuerySchema.extend(rowWindow), galleryPageSchema),
  'gallery.count': route(galleryQuerySchema.pick({ text: true }), z.object({ total: z.number().int() })),
  /** What can complete a part of a search; at most 20, the likeliest first. */
  'gallery.suggest': route(
    z.object({ key: z.enum(suggestedKeys), text: searchSchema }),
    z.object({ values: z.array(z.string()) }),
  ),
  /** What a range of a list, or all of it, selects now. */
  'gallery.select': route(imageRangeSchema, selectedRangeSchema),
  /** The same for positions of an outline; null if it was too long ago. */
  'gallery.selectAt': route(imagePositionsSchema, selectedRangeSchema.nullable()),
  /** What of a selection can be seen in a list: closed stacks wholly or not at all. `top`: of the one that alone is. */
  'gallery.selectSeen': route(
    seenSelectionSchema,
    z.object({ selected: selectedRangeSchema, top: id.nullable() }),
  ),
  /** Null if there is none, or if the list no longer shows the places. */
  'gallery.beyond': route(imageBeyondSchema, imageSchema.nullable()),
  /** Rows of the first few of these images that are still shown in any list. */
  'images.few': route(imageSelectionSchema, z.array(imageSchema).max(comparedMaximum)),
  /** Notes that the user opened these images, for `is:unseen`. */
  'images.open': route(z.object({ ids: z.array(id).max(fewImages) }), nothing),
  'images.details': route(z.object({ id }), imageDetailsSchema),
  'images.cost': route(z.object({ id }), imageCostSchema),
  /** What these images have cost together, by connection. */
  'images.costs': route(imageSelectionSchema, z.object({ total: z.array(imagesCostSchema) })),
  /** Its own address at the service, for use as a reference. */
  'images.source': route(z.object({ id }), imageSourceSchema),
  /** Puts them in the trash. `press` names it, so that it can be undone in this run. */
  'images.delete': route(
    imageSelectionSchema,
    z.object({ press: z.number().int(), deleted: z.number().int() }),
  ),
  /** Undoes one `images.delete`, of what is still in the trash. Answers once all its images are back. */
  'images.restore': route(z.object({ press: z.number().int() }), z.object({ restored: z.number().int() })),
  /**
   * Answers once all are marked: `marked` counts those that were marked otherwise. `press` names it, so that it can be
   * taken back. `again`: it does again what was taken back, also to images that are in the trash by now.
   */
  'images.mark': route(
    z.object({
      selection: imageSelectionSchema,
      change: markChangeSchema,
      again: z.boolean().optional(),
    }),
    z.object({ press: z.number().int(), marked: z.number().int() }),
  ),
  /** Gives each image that `images.mark` marked, and that still is as it left it, its own earlier mark. */
  'images.unmark': route(z.object({ press: z.number().int() }), z.object({ restored: z.number().int() })),
  /** Only if its note is `only`; default whatever it is. Answers whether it was. */
  'images.writeNote': route(
    z.object({ id, note: z.string().max(noteMaximum), only: z.string().optional() }),
    z.object({ written: z.boolean() }),
  ),
  'images.reveal': route(z.object({ id }), nothing),
} as const
