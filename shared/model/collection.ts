import { z } from 'zod'
import { idSchema } from './row'
import { searchFold } from './searchFold'

export const collectionNameMaximum = 60

/** More than a person looks through. */
export const collectionsMaximum = 1000

/** What a person may call a collection. */
export const collectionNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(collectionNameMaximum)
  .refine((name) => collectionKey(name) !== '')

/** Images that the person put together, in an order of their own; an image may be in several. */
export const collectionSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Those that are shown: without deleted ones. */
  images: z.number().int().min(0),
})

/** A collection that an image is in. */
export const imageCollectionSchema = collectionSchema.pick({ id: true, name: true })

export type Collection = z.infer<typeof collectionSchema>
export type ImageCollection = z.infer<typeof imageCollectionSchema>

/**
 * What no two collections share, and what a search finds them by. A quotation mark isn't part of it: a search couldn't
 * have one within a phrase.
 */
export function collectionKey(name: string): string {
  return searchFold(name.replaceAll(/["“”＂\0]/gu, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
