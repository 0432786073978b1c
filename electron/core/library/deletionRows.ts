import type { ImageSelection } from '@shared/model/imageSelection'
import { bitsAfter, textBits } from '@shared/model/numberBits'
import type { Database, SqlParams } from '../db/database'
import type { GalleryOrder } from './galleryOrder'

/** A file that the person deleted and that may still be on disk. */
export interface DeletedImage {
  readonly number: number
  readonly id: string
  readonly jobId: string
  readonly index: number
  readonly file: string
}

/** What is left of a selection: `after` is the number up to which its images are marked. */
export interface SelectionRest {
  readonly selection: ImageSelection
  readonly after: number
}

/**
 * The SQL of deleting, in small parts. A press of Delete is known by the time it wrote into its rows, which no other
 * press has.
 */
export interface DeletionRows {
  /** A time for a new press: later than that of any other whose rows are still there. */
  newPress(now: number): number
  /** Marks some of a selection. Returns how many weren't already deleted, and what is left of it. */
  mark(
    press: number,
    rest: SelectionRest,
    rows: number,
  ): { readonly done: number; readonly rest: SelectionRest | null }
  /** Brings back some of a press's rows, newest first; returns how many: fewer than `rows` once none is left. */
  unmark(press: number, rows: number): number
  /** How many rows a press has. */
  count(press: number): number
  /** The press that came next after another one, and has rows; null if there is none. */
  pressAfter(press: number): number | null
  /** Rows of a press with a number after this one, in the order of their numbers. */
  of(press: number, after: number, rows: number): readonly DeletedImage[]
}

export function createDeletionRows(db: Database, order: Pick<GalleryOrder, 'touch'>): DeletionRows {
  let lastPress = 0

  function change(set: string, where: string, params: SqlParams): number {
    const sql = `UPDATE images SET deleted_at = ${set} WHERE ${where} RETURNING images.number AS number`
    const changed = db.all<{ number: number }>(sql, params)
    order.touch(changed.map(({ number }) => number))
    return changed.length
  }

  function markIds(press: number, ids: readonly string[]): number {
    const those = 'id IN (SELECT value FROM json_each(:ids)) AND deleted_at IS NULL'
    return change(':press', those, { press, ids: JSON.stringify(ids) })
  }

  function markNumbers(press: number, numbers: readonly number[]): number {
    const those = 'number IN (SELECT value FROM json_each(:numbers)) AND deleted_at IS NULL'
    return change(':press', those, { press, numbers: JSON.stringify(numbers) })
  }

  return {
    newPress(now) {
      const row = db.get<{ press: number | null }>(
        'SELECT max(deleted_at) AS press FROM images WHERE deleted_at IS NOT NULL',
      )
      lastPress = Math.max(now, lastPress + 1, (row?.press ?? 0) + 1)
      return lastPress
    },

    mark(press, { selection, after }, rows) {
      const { ids, numbers } = selection
      if (ids.length > 0) {
        const done = markIds(press, ids.slice(0, rows))
        const left = ids.slice(rows)
        const isAll = left.length === 0 && numbers === undefined
        return { done, rest: isAll ? null : { selection: { ...selection, ids: left }, after } }
      }
      const next = numbers === undefined ? [] : bitsAfter(textBits(numbers), after, rows)
      const last = next.at(-1)
      const done = last === undefined ? 0 : markNumbers(press, next)
      return { done, rest: last === undefined || next.length < rows ? null : { selection, after: last } }
    },

    unmark: (press, rows) =>
      change(
        'NULL',
        'number IN (SELECT number FROM images WHERE deleted_at = :press ORDER BY number DESC LIMIT :rows)',
        { press, rows },
      ),

    count: (press) =>
      db.get<{ count: number }>('SELECT count(*) AS count FROM images WHERE deleted_at = :press', { press })
        ?.count ?? 0,

    pressAfter: (press) =>
      db.get<{ press: number | null }>(
        'SELECT min(deleted_at) AS press FROM images WHERE deleted_at > :press',
        { press },
      )?.press ?? null,

    of: (press, after, rows) =>
      db.all<DeletedImage>(
        `SELECT number, id, job_id AS jobId, position AS "index", file FROM images
         WHERE deleted_at = :press AND number > :after ORDER BY number LIMIT :rows`,
        { press, after, rows },
      ),
  }
}
