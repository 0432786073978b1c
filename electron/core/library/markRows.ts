import type { ImageMarks, MarkChange } from '@shared/model/imageMarks'
import type { Database } from '../db/database'

/** An image whose marks its record in the library doesn't have yet. */
export interface UnrecordedImage {
  readonly number: number
  readonly id: string
  /** Inside the library, forward slashes. */
  readonly file: string
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
  /** Shown images with a number after this one, in the order of their numbers. */
  unrecorded(after: number, rows: number): readonly UnrecordedImage[]
  /** The record has these marks; nothing if the image has others by now. */
  recorded(number: number, marks: ImageMarks): void
}

export function createMarkRows(db: Database): MarkRows {
  return {
    mark(numbers, change, only) {
      const column = columnOf(change)
      const before = db.all<ImageMarks & { readonly number: number }>(
        `SELECT number, flag, rating FROM images
         WHERE number IN (SELECT value FROM json_each(:numbers)) AND ${column} IS NOT :value
           ${only === undefined ? '' : `AND ${column} IS :only`}`,
        {
          numbers: JSON.stringify(numbers),
          value: targetOf(change),
          ...(only === undefined ? {} : { only: targetOf(only) }),
        },
      )
      db.run(
        `UPDATE images SET ${column} = :value, unrecorded = 1
         WHERE number IN (SELECT value FROM json_each(:numbers))`,
        { numbers: JSON.stringify(before.map(({ number }) => number)), value: targetOf(change) },
      )
      return before
    },

    unrecorded: (after, rows) =>
      db.all<UnrecordedImage>(
        `SELECT number, id, file FROM images INDEXED BY images_unrecorded
         WHERE unrecorded = 1 AND deleted_at IS NULL AND number > :after ORDER BY number LIMIT :rows`,
        { after, rows },
      ),

    recorded(number, { flag, rating }) {
      db.run(
        'UPDATE images SET unrecorded = 0 WHERE number = :number AND flag IS :flag AND rating = :rating',
        { number, flag, rating },
      )
    },
  }
}

const columnOf = (change: MarkChange): keyof ImageMarks => ('flag' in change ? 'flag' : 'rating')
const targetOf = (change: MarkChange): string | number | null =>
  'flag' in change ? change.flag : change.rating
