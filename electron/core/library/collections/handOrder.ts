import { shownCollection } from '@shared/model/collection'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import type { CollectionRows } from './collectionRows'

/** The order of the one collection that a query is about, kept in memory. */
export interface HandOrder {
  /** Reads it, in slices. */
  settle(text: string, signal: AbortSignal): Promise<void>
  /** False if anything about collections has changed since. */
  isSettled(text: string): boolean
  /** The place of an image, by its number; 0 for all if the query is about none. Call it only while settled. */
  placeOf(number: number): number
}

const read = `SELECT json_group_array(json_array(number, position)) AS packed FROM (
  SELECT number, position FROM collected
  WHERE collection_id = :id AND (position, number) > (:position, CAST(:number AS INTEGER))
  ORDER BY position, number LIMIT :rows)`

export function createHandOrder(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
  readonly collectionRows: Pick<CollectionRows, 'list'>
  /** Changes with anything about collections. */
  readonly version: () => number
}): HandOrder {
  const { db, clock, collectionRows, version } = deps
  let kept: { readonly text: string; readonly version: number; readonly places: Map<number, number> } = {
    text: '',
    version: -1,
    places: new Map(),
  }

  async function readPlaces(id: string, places: Map<number, number>, signal: AbortSignal): Promise<void> {
    let last: readonly [number, string] = [0, '']
    await inSlices(
      (rows) => {
        const [number, position] = last
        const { packed = '[]' } = db.get<{ packed: string }>(read, { id, position, number, rows }) ?? {}
        const images: readonly (readonly [number, string])[] = JSON.parse(packed)
        for (const [image] of images) places.set(image, places.size)
        last = images.at(-1) ?? last
        return images.length === rows
      },
      { clock, signal },
    )
  }

  const isSettled = (text: string): boolean => kept.text === text && kept.version === version()

  return {
    async settle(text, signal) {
      if (isSettled(text)) return
      const begun = version()
      const places = new Map<number, number>()
      const shown = shownCollection(text, collectionRows.list())
      if (shown !== null) await readPlaces(shown.id, places, signal)
      kept = { text, version: begun, places }
    },
    isSettled,
    placeOf: (number) => kept.places.get(number) ?? 0,
  }
}
