import type { Database } from '../../db/database'
import { positionsBetween } from './positions'

/** Where an image is in a collection; null if it isn't in it. */
export type Position = string | null

/** Places of images, by their numbers. */
export type Places = ReadonlyMap<number, string>

/** The places of images in collections, many in one statement. Every change joins the current transaction. */
export interface PlaceRows {
  of(collection: string, number: number): Position
  /** Of those of the images that are in it. */
  among(collection: string, numbers: readonly number[]): Places
  /** The last place that is or was taken; null if there is none. */
  last(collection: string): Position
  /** The next taken place before or after one. */
  before(collection: string, position: string): Position
  after(collection: string, position: string): Position
  put(collection: string, places: Places): void
  /** Each at its place, or at the next one to it if another image has that by now. Returns those that they got. */
  putBack(collection: string, places: Places): Places
  /** `places`: those that they have. */
  drop(collection: string, places: Places): void
  /** Notes where images are before a press, or after it; null, or what was noted last, on the other side. */
  note(press: number, side: 'before' | 'after', places: Places): void
  /** The records of these images lack where they are. */
  unrecord(numbers: Iterable<number>): void
}

export function createPlaceRows(db: Database): PlaceRows {
  const of = (collection: string, number: number): Position =>
    db.get<{ position: string }>(
      'SELECT position FROM collected WHERE collection_id = :collection AND number = :number',
      { collection, number },
    )?.position ?? null

  /** The last places that were given up: what comes back to one stands before what got in since. */
  const ends = new Map<string, string>()

  function last(collection: string): Position {
    const position =
      db.get<{ position: string }>(
        'SELECT position FROM collected WHERE collection_id = :collection ORDER BY position DESC LIMIT 1',
        { collection },
      )?.position ?? ''
    const end = ends.get(collection) ?? ''
    return (position > end ? position : end) || null
  }

  const after = (collection: string, position: string): Position =>
    db.get<{ position: string }>(
      `SELECT position FROM collected WHERE collection_id = :collection AND position > :position
       ORDER BY position LIMIT 1`,
      { collection, position },
    )?.position ?? null

  const before = (collection: string, position: string): Position =>
    db.get<{ position: string }>(
      `SELECT position FROM collected WHERE collection_id = :collection AND position < :position
       ORDER BY position DESC LIMIT 1`,
      { collection, position },
    )?.position ?? null

  const among = (collection: string, numbers: readonly number[]): Places =>
    new Map(
      db
        .all<{ number: number; position: string }>(
          `SELECT number, position FROM json_each(:numbers) AS wanted
           CROSS JOIN collected ON collection_id = :collection AND number = wanted.value`,
          { collection, numbers: JSON.stringify(numbers) },
        )
        .map(({ number, position }) => [number, position]),
    )

  /** Which of the places are taken. */
  const taken = (collection: string, places: Places): ReadonlySet<string> =>
    new Set(
      db
        .all<{ position: string }>(
          `SELECT position FROM json_each(:positions) AS wanted
           CROSS JOIN collected ON collection_id = :collection AND position = wanted.value`,
          { collection, positions: JSON.stringify([...places.values()]) },
        )
        .map(({ position }) => position),
    )

  const put = (collection: string, places: Places): void => {
    db.run(
      `INSERT INTO collected (collection_id, number, position)
       SELECT :collection, CAST(key AS INTEGER), value FROM json_each(:places) WHERE true
       ON CONFLICT DO UPDATE SET position = excluded.position`,
      { collection, places: placesJson(places) },
    )
  }

  return {
    of,
    among,
    last,
    before,
    after,
    put,

    putBack(collection, places) {
      const used = new Set(taken(collection, places))
      const free = new Map<number, string>()
      for (const [number, position] of places) {
        if (used.has(position)) continue
        used.add(position)
        free.set(number, position)
      }
      put(collection, free)
      for (const [number, wanted] of places) {
        if (free.has(number)) continue
        const position = positionsBetween(wanted, after(collection, wanted), 1)(0)
        put(collection, new Map([[number, position]]))
        free.set(number, position)
      }
      return free
    },

    drop(collection, places) {
      for (const position of places.values())
        if (position > (ends.get(collection) ?? '')) ends.set(collection, position)
      db.run(
        `DELETE FROM collected
         WHERE collection_id = :collection AND number IN (SELECT value FROM json_each(:numbers))`,
        { collection, numbers: JSON.stringify([...places.keys()]) },
      )
    },

    note(press, side, places) {
      if (places.size === 0) return
      db.run(
        `INSERT INTO collected_changes (press, number, ${side}) SELECT :press, CAST(key AS INTEGER), value
         FROM json_each(:places) WHERE true ON CONFLICT DO UPDATE SET ${side} = excluded.${side}`,
        { press, places: placesJson(places) },
      )
    },

    unrecord(numbers) {
      db.run(
        `UPDATE images SET unrecorded = 1
         WHERE number IN (SELECT value FROM json_each(:numbers)) AND unrecorded = 0`,
        { numbers: JSON.stringify([...numbers]) },
      )
    },
  }
}

/** By the number, as JSON has it. */
const placesJson = (places: Places): string => JSON.stringify(Object.fromEntries(places))
