import type { Database } from '../../db/database'
import { positionsBetween } from './positions'

/** Where an image is in a collection; null if it isn't in it. */
export type Position = string | null

/** The places of images in collections, one by one. Every change joins the current transaction. */
export interface PlaceRows {
  of(collection: string, number: number): Position
  /** The last place that is or was taken; null if there is none. */
  last(collection: string): Position
  /** The next taken place before or after one. */
  before(collection: string, position: string): Position
  after(collection: string, position: string): Position
  /** That place, or the next one to it if another image has it by now. */
  free(collection: string, wanted: string): string
  put(collection: string, number: number, position: string): void
  /** `position`: the place it has. */
  drop(collection: string, number: number, position: string): void
  /** Notes what a press changes. */
  note(press: number, number: number, before: Position, after: Position): void
  /** The records of these images lack where they are. */
  unrecord(numbers: readonly number[]): void
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

  function free(collection: string, wanted: string): string {
    const isTaken =
      db.get('SELECT 1 FROM collected WHERE collection_id = :collection AND position = :wanted', {
        collection,
        wanted,
      }) !== undefined
    return isTaken ? positionsBetween(wanted, after(collection, wanted), 1)(0) : wanted
  }

  const note = (press: number, number: number, was: Position, now: Position): void => {
    db.run(
      'INSERT INTO collected_changes (press, number, before, after) VALUES (:press, :number, :was, :now)',
      { press, number, was, now },
    )
  }

  const put = (collection: string, number: number, position: string): void => {
    db.run(
      `INSERT INTO collected (collection_id, number, position) VALUES (:collection, :number, :position)
       ON CONFLICT DO UPDATE SET position = excluded.position`,
      { collection, number, position },
    )
  }

  const drop = (collection: string, number: number, position: string): void => {
    if (position > (ends.get(collection) ?? '')) ends.set(collection, position)
    db.run('DELETE FROM collected WHERE collection_id = :collection AND number = :number', {
      collection,
      number,
    })
  }

  const unrecord = (numbers: readonly number[]): void => {
    if (numbers.length > 0)
      db.run('UPDATE images SET unrecorded = 1 WHERE number IN (SELECT value FROM json_each(:numbers))', {
        numbers: JSON.stringify(numbers),
      })
  }

  return { of, last, before, after, free, put, drop, note, unrecord }
}
