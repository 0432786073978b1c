import type { ImageCollection } from '@shared/model/collection'
import type { Database } from '../../db/database'
import type { PlaceRows, Position } from './placeRows'
import { positionsBetween } from './positions'

/** An image in a collection, as the records of the library have it. */
export interface RecordedCollection {
  readonly name: string
  /** Null: at the end. */
  readonly position: string | null
}

/** What became of images of one collection. */
export interface MemberChanges {
  readonly added: readonly number[]
  readonly takenOut: readonly number[]
  /** How many changed, those that only moved included. */
  readonly count: number
}

/**
 * The SQL of the images in collections, in small parts. What a press changes is noted under it, so that it can be taken
 * back. Every change joins the current transaction, and marks the images whose records in the library lack it.
 */
export interface MemberRows {
  /** Those of the numbers that aren't in the collection get in at its end. */
  add(press: number, collection: string, numbers: readonly number[]): MemberChanges
  takeOut(press: number, collection: string, numbers: readonly number[]): MemberChanges
  /**
   * Takes back some of what a press changed, or does it again: images with a number after this one that are as it left
   * them. `last` is null once none is left.
   */
  turn(
    press: number,
    collection: string,
    options: { readonly way: 'back' | 'again'; readonly after: number; readonly rows: number },
  ): MemberChanges & { readonly last: number | null }
  /** Marks some images of a collection, after this number, whose records lack its name. */
  touch(
    collection: string,
    after: number,
    rows: number,
  ): { readonly count: number; readonly last: number | null }
  /** An image that comes with a record gets into a collection, at its place. */
  adopt(collection: string, number: number, position: string | null): void
  /** The collections that an image is in. */
  of(number: number): readonly ImageCollection[]
  recorded(number: number): readonly RecordedCollection[]
  /** The highest number of a press whose changes are noted; 0 if there is none. */
  lastPress(): number
  /** Forgets some of what presses up to this one changed; returns whether there may be more. */
  forgetSome(press: number, rows: number): boolean
}

export function createMemberRows(db: Database, places: PlaceRows): MemberRows {
  /** Those that exist and aren't in the collection, in their order. */
  const outside = (collection: string, numbers: readonly number[]): readonly number[] =>
    db
      .all<{ number: number }>(
        `SELECT images.number FROM json_each(:numbers) AS wanted JOIN images ON images.number = wanted.value
         WHERE NOT EXISTS (SELECT 1 FROM collected WHERE collection_id = :collection AND number = wanted.value)
         ORDER BY wanted.key`,
        { collection, numbers: JSON.stringify(numbers) },
      )
      .map(({ number }) => number)

  return {
    add(press, collection, numbers) {
      const added = outside(collection, numbers)
      const position = positionsBetween(places.last(collection), null, added.length)
      const got = new Map(added.map((number, place) => [number, position(place)]))
      places.put(collection, got)
      places.note(press, 'after', got)
      places.unrecord(added)
      return { added, takenOut: [], count: added.length }
    },

    takeOut(press, collection, numbers) {
      const had = places.among(collection, numbers)
      places.drop(collection, had)
      places.note(press, 'before', had)
      places.unrecord(had.keys())
      return { added: [], takenOut: [...had.keys()], count: had.size }
    },

    turn(press, collection, { way, after: from, rows }) {
      const some = db.all<{
        readonly number: number
        readonly before: Position
        readonly after: Position
        readonly now: Position
        readonly isThere: number
      }>(
        `SELECT changed.number, before, after, collected.position AS now, images.number IS NOT NULL AS isThere
         FROM (SELECT number, before, after FROM collected_changes
           WHERE press = :press AND number > CAST(:from AS INTEGER) AND before IS NOT after
           ORDER BY number LIMIT :rows) AS changed
         LEFT JOIN images ON images.number = changed.number
         LEFT JOIN collected ON collection_id = :collection AND collected.number = changed.number
         ORDER BY changed.number`,
        { press, collection, from, rows },
      )
      const [left, wanted] = way === 'back' ? (['after', 'before'] as const) : (['before', 'after'] as const)
      const changed = some.filter((row) => row.isThere === 1 && row.now === row[left])
      const backTo = new Map<number, string>()
      const had = new Map<number, string>()
      for (const { number, now, ...row } of changed) {
        const to = row[wanted]
        if (to !== null) backTo.set(number, to)
        else if (now !== null) had.set(number, now)
      }
      places.drop(collection, had)
      const got = places.putBack(collection, backTo)
      places.note(press, wanted, new Map([...got].filter(([number, now]) => now !== backTo.get(number))))
      places.unrecord(changed.map(({ number }) => number))
      return {
        added: changed.filter(({ now }) => now === null).map(({ number }) => number),
        takenOut: [...had.keys()],
        count: changed.length,
        last: some.length < rows ? null : (some.at(-1)?.number ?? null),
      }
    },

    touch(collection, from, rows) {
      const some = db.all<{ number: number }>(
        `SELECT number FROM collected WHERE collection_id = :collection AND number > CAST(:from AS INTEGER)
         ORDER BY number LIMIT :rows`,
        { collection, from, rows },
      )
      places.unrecord(some.map(({ number }) => number))
      return { count: some.length, last: some.length < rows ? null : (some.at(-1)?.number ?? null) }
    },

    adopt(collection, number, position) {
      const wanted = position ?? positionsBetween(places.last(collection), null, 1)(0)
      places.putBack(collection, new Map([[number, wanted]]))
    },

    of: (number) =>
      db.all<ImageCollection>(
        `SELECT id, name FROM collected JOIN collections ON id = collection_id
         WHERE number = :number AND removed = 0 ORDER BY folded`,
        { number },
      ),

    recorded: (number) =>
      db.all<RecordedCollection>(
        `SELECT name, position FROM collected JOIN collections ON id = collection_id
         WHERE number = :number AND removed = 0 ORDER BY folded`,
        { number },
      ),

    lastPress: () =>
      db.get<{ press: number | null }>('SELECT max(press) AS press FROM collected_changes')?.press ?? 0,

    forgetSome: (press, rows) =>
      db.run(
        `DELETE FROM collected_changes WHERE rowid IN (
           SELECT rowid FROM collected_changes WHERE press <= :press LIMIT :rows)`,
        { press, rows },
      ) === rows,
  }
}
