import { z } from 'zod'

/**
 * What an image has cost, in credits: its share of what its request has, by the ledger. The service reports no prices,
 * so these are the user's own figures.
 */
export const imageCostSchema = z.object({
  surely: z.number().min(0),
  /** What may come on top: a request without an answer, or one still under way. */
  maybe: z.number().min(0),
  /** False if a request for it has no price, or the ledger has none: there may be more to it. */
  isKnown: z.boolean(),
  /** It is play money, of the demo service. */
  demo: z.boolean(),
})

/** What some images of one connection have cost. Credits of two services are two currencies and are never added up. */
export const imagesCostSchema = imageCostSchema.omit({ isKnown: true }).extend({
  connectionId: z.string(),
  /** Of the connection; empty if it has no row any more. */
  name: z.string(),
  /** Images whose cost isn't known. */
  unknown: z.number().int().min(0),
})

/** The sums of a list, by connection, and of each of its days. The list that is shown may have other days by then. */
export const galleryCostsSchema = z.object({
  revision: z.number().int(),
  total: z.array(imagesCostSchema),
  days: z.array(z.object({ day: z.string(), cost: z.array(imagesCostSchema) })),
})

export type ImageCost = z.infer<typeof imageCostSchema>
export type ImagesCost = z.infer<typeof imagesCostSchema>
export type GalleryCosts = z.infer<typeof galleryCostsSchema>
