import { z } from 'zod'
import { type QueryPlace, queryPart, readImageQuery } from './imageQuery'
import { idSchema } from './row'
import { searchFold } from './searchFold'

export const collectionNameMaximum = 60

/** More than a user looks through. */
export const collectionsMaximum = 1000

/** What a user may call a collection. */
export const collectionNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(collectionNameMaximum)
  .refine((name) => collectionKey(name) !== '')

/** Images that the user put together, in an order of their own; an image may be in several. */
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

interface Asked extends QueryPlace {
  readonly name: string
}

/** The one collection that a query is about, as it names it; null for none or several. */
function askedCollection(text: string): Asked | null {
  const asked = readImageQuery(text, 0).terms.flatMap(({ condition, isNegated, from, to }) =>
    condition.kind === 'collection' && !isNegated ? { name: condition.text, from, to } : [],
  )
  return asked.length === 1 ? (asked[0] ?? null) : null
}

/** Whether a query is about one collection: then there is an order by hand. */
export const asksCollection = (text: string): boolean => askedCollection(text) !== null

/** The one collection whose images a query finds, all or some of them; null for none or several. */
export function shownCollection<C extends ImageCollection>(
  text: string,
  collections: readonly C[],
): C | null {
  const asked = askedCollection(text)
  if (asked === null) return null
  return collections.find(({ name }) => collectionKey(name) === collectionKey(asked.name)) ?? null
}

/** A query for a collection. */
export const collectionQuery = (name: string): string => queryPart('collection', name)

/** The same query for another collection, or without one. */
export function withCollection(text: string, name: string | null): string {
  const asked = askedCollection(text)
  if (asked === null) return text
  return [text.slice(0, asked.from), name === null ? '' : collectionQuery(name), text.slice(asked.to)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
}
