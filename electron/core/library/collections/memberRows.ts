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
  const existing = (numbers: readonly number[]): readonly number[] =>
    db
      .all<{ number: number }>(
        `SELECT images.number FROM json_each(:numbers) AS wanted JOIN images ON images.number = wanted.value
         ORDER BY wanted.key`,
        { numbers: JSON.stringify(numbers) },
      )
      .map(({ number }) => number)

  /** The place it has now; null if it isn't in. */
  function turnOne(collection: string, number: number, from: Position, to: Position): Position {
    if (to === null) {
      if (from !== null) places.drop(collection, number, from)
      return null
    }
    const position = places.free(collection, to)
    places.put(collection, number, position)
    return position
  }

  return {
    add(press, collection, numbers) {
      const added = existing(numbers).filter((number) => places.of(collection, number) === null)
      const position = positionsBetween(places.last(collection), null, added.length)
      for (const [place, number] of added.entries()) {
        places.put(collection, number, position(place))
        places.note(press, number, null, position(place))
      }
      places.unrecord(added)
      return { added, takenOut: [], count: added.length }
    },

    takeOut(press, collection, numbers) {
      const takenOut: number[] = []
      for (const number of numbers) {
        const position = places.of(collection, number)
        if (position === null) continue
        places.drop(collection, number, position)
        places.note(press, number, position, null)
        takenOut.push(number)
      }
      places.unrecord(takenOut)
      return { added: [], takenOut, count: takenOut.length }
    },

    turn(press, collection, { way, after: from, rows }) {
      const some = db.all<{ number: number; before: Position; after: Position }>(
        `SELECT number, before, after FROM collected_changes
         WHERE press = :press AND number > CAST(:from AS INTEGER) AND before IS NOT after
         ORDER BY number LIMIT :rows`,
        { press, from, rows },
      )
      const there = new Set(existing(some.map(({ number }) => number)))
      const [left, wanted] = way === 'back' ? (['after', 'before'] as const) : (['before', 'after'] as const)
      const changed = some.filter(
        (row) => there.has(row.number) && places.of(collection, row.number) === row[left],
      )
      for (const { number, ...row } of changed) {
        const now = turnOne(collection, number, row[left], row[wanted])
        db.run(`UPDATE collected_changes SET ${wanted} = :now WHERE press = :press AND number = :number`, {
          ...{ press, number, now },
        })
      }
      const numbers = (isIt: (row: (typeof some)[number]) => boolean) =>
        changed.filter(isIt).map(({ number }) => number)
      places.unrecord(changed.map(({ number }) => number))
      return {
        added: numbers((row) => row[left] === null),
        takenOut: numbers((row) => row[wanted] === null),
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
      places.put(collection, number, places.free(collection, wanted))
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
