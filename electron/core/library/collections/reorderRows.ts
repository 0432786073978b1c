import type { Database } from '../../db/database'
import type { MemberChanges } from './memberRows'
import type { PlaceRows, Position } from './placeRows'
import { positionsBetween } from './positions'

/** Before or after an image. */
export interface Beside {
  readonly number: number
  readonly to: 'before' | 'after'
}

/** A place for a number of images, between two others or at an end. */
export interface Room {
  readonly after: Position
  readonly before: Position
  readonly count: number
}

/** How far a move has come: how many are moved, and the last of them, by its place before. */
export interface Moved {
  readonly count: number
  readonly position: string
  readonly number: number
}

export interface MovedSome {
  readonly changes: MemberChanges
  readonly last: Moved | null
}

/** The SQL of moving images within a collection, in small parts: first they are noted, then moved. */
export interface ReorderRows {
  /** Notes those of the numbers that are in the collection, as a press is about to move them. */
  note(press: number, collection: string, numbers: readonly number[]): void
  /** Where what a press moves gets in: beside an image. Null if that isn't in the collection any more. */
  roomBeside(press: number, collection: string, beside: Beside): Room | null
  /** Moves some of what was noted, in its order, after a place in it; `last` is null once none is left. */
  move(press: number, collection: string, room: Room, from: Moved, rows: number): MovedSome
}

export function createReorderRows(db: Database, places: PlaceRows): ReorderRows {
  return {
    note(press, collection, numbers) {
      const now = places.among(collection, numbers)
      places.note(press, 'before', now)
      places.note(press, 'after', now)
    },

    roomBeside(press, collection, { number, to }) {
      const position = places.of(collection, number)
      if (position === null) return null
      const { count = 0 } =
        db.get<{ count: number }>('SELECT count(*) AS count FROM collected_changes WHERE press = :press', {
          press,
        }) ?? {}
      return to === 'before'
        ? { after: places.before(collection, position), before: position, count }
        : { after: position, before: places.after(collection, position), count }
    },

    move(press, collection, room, from, rows) {
      const some = db.all<{ number: number; before: string }>(
        `SELECT number, before FROM collected_changes
         WHERE press = :press AND (before, number) > (:position, CAST(:number AS INTEGER)) ORDER BY before, number LIMIT :rows`,
        { press, position: from.position, number: from.number, rows },
      )
      const place = positionsBetween(room.after, room.before, room.count)
      const now = places.among(
        collection,
        some.map(({ number }) => number),
      )
      const moved = new Map<number, string>()
      // One that was taken out meanwhile stays out.
      for (const [at, { number, before }] of some.entries())
        if (now.get(number) === before) moved.set(number, place(from.count + at))
      places.put(collection, moved)
      places.note(press, 'after', moved)
      places.unrecord(moved.keys())
      const end = some.at(-1)
      return {
        changes: { added: [], takenOut: [], count: moved.size },
        last:
          end === undefined || some.length < rows
            ? null
            : { count: from.count + some.length, position: end.before, number: end.number },
      }
    },
  }
}
