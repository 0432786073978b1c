import { type ImageMarks, imageFlagSchema, noMarks } from '@shared/model/imageMarks'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { type MarkColumns, readMarks } from './markColumns'

/** The marks of every image, kept in memory: one byte each. */
export interface MarkedImages {
  /** These rows have other marks now, as was committed. */
  note(numbers: readonly number[], marks: Partial<ImageMarks>): void
  /** Resolves once what earlier runs marked has been read, in slices. */
  settle(signal: AbortSignal): Promise<void>
  /** By the image's number. Call `settle` first. */
  of(number: number): ImageMarks
  /** Changes with the answers of `of`. */
  version(): number
}

interface Row extends MarkColumns {
  readonly number: number
}

const read = `SELECT number, flag, rating, favourite FROM images INDEXED BY images_marked
  WHERE (flag IS NOT NULL OR rating > 0 OR favourite = 1) AND number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows`

const flags = [null, ...imageFlagSchema.options]
const ratings = 8

/** What each byte stands for, so that none is made anew for each image that is searched. */
const marksOfByte: readonly ImageMarks[] = [false, true].flatMap((favourite) =>
  flags.flatMap((flag) => Array.from({ length: ratings }, (_, rating) => ({ flag, rating, favourite }))),
)
const byteOf = ({ flag, rating, favourite }: ImageMarks): number =>
  (Number(favourite) * flags.length + flags.indexOf(flag)) * ratings + rating

export function createMarkedImages(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): MarkedImages {
  const { db, clock } = deps
  let bytes = new Uint8Array(1024)
  let after = 0
  let isRead = false
  let version = 0

  const of = (number: number): ImageMarks => marksOfByte[bytes[number] ?? 0] ?? noMarks

  function write(number: number, marks: ImageMarks): void {
    if (number >= bytes.length) {
      const larger = new Uint8Array(2 * number)
      larger.set(bytes)
      bytes = larger
    }
    bytes[number] = byteOf(marks)
  }

  return {
    note(numbers, marks) {
      for (const number of numbers) write(number, { ...of(number), ...marks })
      version++
    },

    async settle(signal) {
      if (isRead) return
      await inSlices(
        (rows) => {
          const some = db.all<Row>(read, { after, rows })
          for (const row of some) write(row.number, readMarks(row))
          after = some.at(-1)?.number ?? after
          return some.length === rows
        },
        { clock, signal },
      )
      isRead = true
    },

    of,
    version: () => version,
  }
}
