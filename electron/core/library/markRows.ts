import type { ImageMarks, MarkChange } from '@shared/model/imageMarks'
import type { Database } from '../db/database'
import { textColumn } from '../db/textColumn'
import { batchNameOf } from './batchName'
import type { MemberRows } from './collections/memberRows'
import type { RecordedMarks } from './recordedMarks'
import { type MarkColumns, readMarks } from './search/markColumns'

/** An image whose marks its record in the library doesn't have yet. */
export interface UnrecordedImage {
  readonly number: number
  readonly id: string
  /** Inside the library, forward slashes. */
  readonly file: string
}

interface RecordedRow extends MarkColumns {
  readonly note: string
  readonly deletedAt: number | null
  readonly batchId: string | null
  readonly batchName: string
}

/** The SQL of marking, in small parts. */
export interface MarkRows {
  /**
   * Marks those of the numbers that are marked otherwise, only those marked like `only` if it is given. Returns what
   * they were before.
   */
  mark(
    numbers: readonly number[],
    change: MarkChange,
    only: MarkChange | undefined,
  ): readonly (ImageMarks & { readonly number: number })[]
  /** See `Library.writeNote`. */
  writeNote(id: string, note: string, only: string | undefined): boolean
  /** All that the user made of an image, deleted or not; null if it is gone. */
  recordedMarks(number: number): RecordedMarks | null
  /** Images of the library and the trash with a number after this one, in the order of their numbers. */
  unrecorded(after: number, rows: number): readonly UnrecordedImage[]
  /** The record has these marks; nothing if the image has others by now. */
  recorded(number: number, marks: RecordedMarks): void
}

export function createMarkRows(db: Database, members: Pick<MemberRows, 'recorded'>): MarkRows {
  const recordedMarks = (number: number): RecordedMarks | null => {
    const row = db.get<RecordedRow>(
      `SELECT flag, rating, favourite, note, deleted_at AS deletedAt, batch_id AS batchId,
         ${batchNameOf} AS batchName
       FROM images WHERE number = :number`,
      { number },
    )
    if (row === undefined) return null
    const { note, deletedAt, batchId, batchName } = row
    const batch = batchId === null ? null : { id: batchId, name: batchName }
    return { ...readMarks(row), note, deletedAt, collections: members.recorded(number), batch }
  }

  return {
    mark(numbers, change, only) {
      const [column, value] = columnOf(change)
      const rows = db.all<MarkColumns & { readonly number: number }>(
        `SELECT number, flag, rating, favourite FROM images
         WHERE number IN (SELECT value FROM json_each(:numbers)) AND ${column} IS NOT :value
           ${only === undefined ? '' : `AND ${column} IS :only`}`,
        {
          numbers: JSON.stringify(numbers),
          value,
          ...(only === undefined ? {} : { only: columnOf(only)[1] }),
        },
      )
      db.run(
        `UPDATE images SET ${column} = :value, unrecorded = 1
         WHERE number IN (SELECT value FROM json_each(:numbers))`,
        { numbers: JSON.stringify(rows.map(({ number }) => number)), value },
      )
      return rows.map((row) => ({ number: row.number, ...readMarks(row) }))
    },

    writeNote: (id, note, only) =>
      db.get(
        `UPDATE images SET note = :note, unrecorded = 1
         WHERE id = :id AND (:only IS NULL OR note = :only) RETURNING number`,
        { id, note: textColumn(note), only: only === undefined ? null : textColumn(only) },
      ) !== undefined,

    recordedMarks,

    unrecorded: (after, rows) =>
      db.all<UnrecordedImage>(
        `SELECT number, id, file FROM images INDEXED BY images_unrecorded
         WHERE unrecorded = 1 AND discarded_at IS NULL AND number > :after ORDER BY number LIMIT :rows`,
        { after, rows },
      ),

    recorded(number, marks) {
      if (JSON.stringify(recordedMarks(number)) === JSON.stringify(marks))
        db.run('UPDATE images SET unrecorded = 0 WHERE number = :number', { number })
    },
  }
}

function columnOf(change: MarkChange): readonly [column: keyof ImageMarks, value: string | number | null] {
  if ('flag' in change) return ['flag', change.flag]
  return 'rating' in change ? ['rating', change.rating] : ['favourite', Number(change.favourite)]
}
