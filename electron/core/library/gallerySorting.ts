import { partsOf } from '@shared/model/cost'
import type { GallerySort } from '@shared/model/image'
import type { Database } from '../db/database'
import type { Clock } from '../ports'
import { inSlices } from '../slices'
import type { HandOrder } from './collections/handOrder'
import type { GalleryOrder } from './galleryOrder'
import type { ImageCosts } from './imageCosts'
import type { ImageFacts } from './search/imageFacts'

/** Other orders than the one that is kept. */
export interface GallerySorting {
  /** Gathers what the order of a list needs, in slices. */
  settle(list: SortedList): Promise<void>
  /** False if something has arrived since. */
  isSettled(list: SortedList): boolean
  /** Ranks of the kept order, ascending, put in the order that is wanted. Call it only while settled. */
  sorted(ranks: Uint32Array, sort: GallerySort): Uint32Array
  stop(): void
}

export interface SortedList {
  readonly sort: GallerySort
  /** What is searched for. */
  readonly text: string
}

/** In pixels, or ten-thousandths of a credit; larger ones count as equal. */
const largest = 2 ** 31

/** First the rest of the last name: in one condition with the others, each slice would read the index from its beginning. */
const named = `SELECT json_group_array(json_array(number, name)) AS packed FROM (
  SELECT number, name FROM (SELECT number, substr(prompt, 1, 40) AS name FROM images INDEXED BY images_name
    WHERE substr(prompt, 1, 40) COLLATE NOCASE = :name AND number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows)
  UNION ALL SELECT number, name FROM (SELECT number, substr(prompt, 1, 40) AS name FROM images INDEXED BY images_name
    WHERE substr(prompt, 1, 40) COLLATE NOCASE > :name ORDER BY substr(prompt, 1, 40) COLLATE NOCASE, number LIMIT :rows)
  LIMIT :rows)`

export function createGallerySorting(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
  readonly order: Pick<GalleryOrder, 'columns' | 'version'>
  readonly facts: ImageFacts
  readonly costs: Pick<ImageCosts, 'settle' | 'isSettled' | 'of'>
  readonly hand: HandOrder
}): GallerySorting {
  const { db, clock, order, facts, costs, hand } = deps
  const ending = new AbortController()
  /** The place of each image by its prompt, as of a version of the kept order. */
  let names: { readonly version: number; readonly places: Map<number, number> } = {
    version: -1,
    places: new Map(),
  }

  async function readNames(): Promise<void> {
    const version = order.version()
    const places = new Map<number, number>()
    let last: readonly [number, string] = [-1, '']
    await inSlices(
      (rows) => {
        const { packed = '[]' } =
          db.get<{ packed: string }>(named, { name: last[1], after: last[0], rows }) ?? {}
        const images: readonly (readonly [number, string])[] = JSON.parse(packed)
        for (const [number] of images) places.set(number, places.size)
        last = images.at(-1) ?? last
        return images.length === rows
      },
      { clock, signal: ending.signal },
    )
    names = { version, places }
  }

  /** By a whole number each, the lowest first; what has the same stays in the kept order. */
  function by(ranks: Uint32Array, worthOf: (number: number) => number): Uint32Array {
    const { numbers } = order.columns()
    const keys = Float64Array.from(ranks, (rank) => worthOf(numbers[rank] ?? 0) * numbers.length + rank)
    return Uint32Array.from(keys.sort(), (key) => key % numbers.length)
  }

  return {
    async settle({ sort, text }) {
      if (sort === 'cost') await costs.settle()
      if (sort === 'size') await facts.settle(ending.signal)
      if (sort === 'name' && names.version !== order.version()) await readNames()
      if (sort === 'hand') await hand.settle(text, ending.signal)
    },
    isSettled: ({ sort, text }) =>
      (sort !== 'cost' || costs.isSettled()) &&
      (sort !== 'size' || facts.isSettled()) &&
      (sort !== 'name' || names.version === order.version()) &&
      (sort !== 'hand' || hand.isSettled(text)),
    sorted(ranks, sort) {
      switch (sort) {
        case 'new':
          return ranks
        case 'old':
          return ranks.toReversed()
        case 'name':
          return by(ranks, (number) => names.places.get(number) ?? 0)
        case 'hand':
          return by(ranks, hand.placeOf)
        case 'cost':
          return by(ranks, (number) => largest - Math.min(largest, partsOf(costs.of(number).surely)))
        case 'size':
          return by(ranks, (number) => {
            const { width = 0, height = 0 } = facts.all()[facts.indexOf(number)] ?? {}
            return largest - Math.min(largest, width * height)
          })
      }
    },
    stop: () => ending.abort(),
  }
}
