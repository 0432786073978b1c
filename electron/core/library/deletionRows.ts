import type { ImageSelection } from '@shared/model/imageSelection'
import { bitsAfter, textBits } from '@shared/model/numberBits'
import type { Database, SqlParams } from '../db/database'
import type { GalleryOrder } from './galleryOrder'
import { setOf } from './imageSets'
import { leftInSql, unseenInSql } from './leftFiles'

/** An image on its way to the system's trash. */
export interface DiscardedImage {
  readonly number: number
  readonly id: string
  readonly jobId: string
  readonly index: number
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  /** Left where it was, and never seen there on this computer. */
  readonly isUnseen: boolean
}

/** Files of the trash: see `TrashSize`. */
interface HeldFiles {
  readonly bytes: number
  readonly left: number
  readonly changed: number
}

/** What is left of a selection: `after` is the number up to which its images are done. */
export interface SelectionRest {
  readonly selection: ImageSelection
  readonly after: number
}

/** Where in the trash a part ended, by the order in which its images were deleted. */
export interface TrashPlace {
  readonly deletedAt: number
  readonly number: number
}

/** How many rows were changed, and what is left. */
interface Part<R> {
  readonly done: number
  readonly rest: R | null
}

/**
 * The SQL of the trash, in small parts. A press of Delete is known by the time it wrote into its rows, which no other
 * press has. A record in the library says it too.
 */
export interface DeletionRows {
  /** A time for a new press: later than that of any other whose rows are still there. */
  newPress(now: number): number
  /** When the last image of the trash was deleted; 0 if it is empty. */
  latest(): number
  /** Puts some of a selection in the trash. */
  mark(press: number, rest: SelectionRest, rows: number): Part<SelectionRest>
  /** Brings back some of what a press put in the trash, newest first: fewer than `rows` once none is left. */
  unmark(press: number, rows: number): number
  /** Brings back some of a selection. */
  restore(rest: SelectionRest, rows: number): Part<SelectionRest>
  /** How many images a press put in the trash. */
  count(press: number): number
  /** Sends some of a selection on to the system's trash. */
  discard(now: number, rest: SelectionRest, rows: number): Part<SelectionRest>
  /** The same for what was deleted until a time. */
  discardUntil(now: number, until: number, after: TrashPlace, rows: number): Part<TrashPlace>
  /** Those on their way there with a number after this one, in the order of their numbers. */
  discarded(after: number, rows: number): readonly DiscardedImage[]
  /** What the trash holds. */
  size(): HeldFiles & { readonly images: number }
  /** The same of those of the numbers that are in the trash. */
  heldOf(numbers: readonly number[]): HeldFiles
}

const changedInSql = `(outside IS NOT NULL AND outside = 'changed' AND NOT ${leftInSql})`
const held = `coalesce(sum(iif(${leftInSql}, 0, bytes)), 0) AS bytes, coalesce(sum(${leftInSql}), 0) AS "left"`

export function createDeletionRows(db: Database, order: Pick<GalleryOrder, 'touch'>): DeletionRows {
  let lastPress = 0

  const latest = (): number =>
    db.get<{ press: number | null }>(
      'SELECT max(deleted_at) AS press FROM images WHERE deleted_at IS NOT NULL',
    )?.press ?? 0

  function change(set: string, where: string, params: SqlParams): number {
    const sql = `UPDATE images SET ${set}, unrecorded = 1 WHERE ${where} RETURNING images.number AS number`
    const changed = db.all<{ number: number }>(sql, params)
    order.touch(changed.map(({ number }) => number))
    return changed.length
  }

  /** Changes the next of a selection that are in a set. */
  function changeSome(
    set: string,
    of: (typeof setOf)[keyof typeof setOf],
    params: SqlParams,
    { selection, after }: SelectionRest,
    rows: number,
  ): Part<SelectionRest> {
    const changeThose = (column: 'id' | 'number', those: readonly (string | number)[]) =>
      change(set, `${column} IN (SELECT value FROM json_each(:those)) AND ${of}`, {
        ...params,
        those: JSON.stringify(those),
      })
    const { ids, numbers } = selection
    if (ids.length > 0) {
      const done = changeThose('id', ids.slice(0, rows))
      const left = ids.slice(rows)
      const isAll = left.length === 0 && numbers === undefined
      return { done, rest: isAll ? null : { selection: { ...selection, ids: left }, after } }
    }
    const next = numbers === undefined ? [] : bitsAfter(textBits(numbers), after, rows)
    const last = next.at(-1)
    const done = last === undefined ? 0 : changeThose('number', next)
    return { done, rest: last === undefined || next.length < rows ? null : { selection, after: last } }
  }

  return {
    newPress(now) {
      lastPress = Math.max(now, lastPress + 1, latest() + 1)
      return lastPress
    },
    latest,

    mark: (press, rest, rows) => changeSome('deleted_at = :press', setOf.library, { press }, rest, rows),

    unmark: (press, rows) =>
      change(
        'deleted_at = NULL',
        `number IN (SELECT number FROM images WHERE deleted_at = :press AND discarded_at IS NULL
           ORDER BY number DESC LIMIT :rows)`,
        { press, rows },
      ),

    restore: (rest, rows) => changeSome('deleted_at = NULL', setOf.trash, {}, rest, rows),

    count: (press) =>
      db.get<{ count: number }>(
        'SELECT count(*) AS count FROM images WHERE deleted_at = :press AND discarded_at IS NULL',
        { press },
      )?.count ?? 0,

    discard: (now, rest, rows) => changeSome('discarded_at = :now', setOf.trash, { now }, rest, rows),

    discardUntil(now, until, after, rows) {
      const some = db.all<TrashPlace>(
        `SELECT deleted_at AS deletedAt, number FROM images INDEXED BY images_deleted
         WHERE (deleted_at, number) > (:deletedAt, CAST(:number AS INTEGER)) AND deleted_at <= :until
         ORDER BY deleted_at, number LIMIT :rows`,
        { ...after, until, rows },
      )
      const done = change(
        'discarded_at = :now',
        `number IN (SELECT value FROM json_each(:numbers)) AND ${setOf.trash}`,
        { now, numbers: JSON.stringify(some.map(({ number }) => number)) },
      )
      return { done, rest: some.length < rows ? null : (some.at(-1) ?? null) }
    },

    discarded: (after, rows) =>
      db
        .all<Omit<DiscardedImage, 'isUnseen'> & { readonly isUnseen: number }>(
          `SELECT number, id, job_id AS jobId, position AS "index", file, bytes, sha256, ${unseenInSql} AS isUnseen
           FROM images INDEXED BY images_discarded
           WHERE discarded_at IS NOT NULL AND number > :after ORDER BY number LIMIT :rows`,
          { after, rows },
        )
        .map((row) => ({ ...row, isUnseen: row.isUnseen === 1 })),

    size: () =>
      db.get<HeldFiles & { images: number }>(
        `SELECT count(*) AS images, ${held},
           (SELECT count(*) FROM images INDEXED BY images_outside WHERE ${changedInSql} AND ${setOf.trash}) AS changed
         FROM images INDEXED BY images_trashed WHERE ${setOf.trash}`,
      ) ?? { images: 0, bytes: 0, left: 0, changed: 0 },

    heldOf: (numbers) =>
      db.get<HeldFiles>(
        `SELECT ${held}, coalesce(sum(${changedInSql}), 0) AS changed FROM images
         WHERE number IN (SELECT value FROM json_each(:numbers)) AND ${setOf.trash}`,
        { numbers: JSON.stringify(numbers) },
      ) ?? { bytes: 0, left: 0, changed: 0 },
  }
}
