import { ratioByte } from '@shared/model/image'
import type { Outside } from '@shared/model/upkeep'
import type { Inspection } from '@shared/processes/imaging'
import type { Database, SqlParams } from '../../db/database'
import type { KnownFacts } from '../knownFile'
import { leftInSql } from '../leftFiles'

/** What is known of an image's file. */
export interface KnownFile extends KnownFacts {
  readonly number: number
  readonly id: string
  readonly jobId: string
  readonly index: number
  /** Inside the library, forward slashes. */
  readonly file: string
  readonly sha256: string
  /** Which picture its thumbnails show: 0 for the one that came, otherwise the time of the changed file. */
  readonly picture: number
  readonly isDeleted: boolean
}

/** What a check writes of a file that is in its place, or isn't. */
export interface FileState {
  readonly number: number
  /** The place that the row must still have. */
  readonly file: string
  readonly outside: Outside | null
  readonly fileTime: number | null
}

/** A file that is found in another place. */
export interface Relink extends FileState {
  readonly to: string
}

/** An image whose thumbnails don't show its file; `picture`: which one they are to show. */
export interface OtherPicture
  extends Pick<KnownFile, 'number' | 'id' | 'jobId' | 'index' | 'file' | 'picture' | keyof KnownFacts> {}

/** An image that has its row again. */
export interface RestoredFile extends Pick<FileState, 'number' | 'outside' | 'fileTime'> {
  /** Whether its record says all that the row does. */
  readonly isRecorded: boolean
}

/** An image whose file is missing from the library. */
export interface LostImage
  extends Pick<KnownFile, 'number' | 'id' | 'jobId' | 'index' | 'file' | 'sha256' | keyof KnownFacts> {
  readonly connectionId: string
}

/** The SQL of a check, in small parts. */
export interface UpkeepRows {
  count(): number
  /** Rows with a number after this one, deleted ones too, in the order of their numbers. */
  after(number: number, rows: number): readonly KnownFile[]
  /** Those of the numbers that were left where they were, in the order of their numbers. */
  left(numbers: readonly number[]): readonly KnownFile[]
  /** Which images have these places, by place. */
  holders(files: readonly string[]): ReadonlyMap<string, number>
  /** In one transaction; returns the numbers of those that were as expected. */
  write(states: readonly FileState[]): readonly number[]
  /** The same for those that get another place: their records lack it until they are written again. */
  relink(relinks: readonly Relink[]): readonly number[]
  /** All of them, or none if one isn't as expected. */
  relinkTogether(relinks: readonly Relink[]): readonly number[]
  /** Those of the items that have no row, deleted or not. */
  without<Item extends Pick<KnownFile, 'jobId' | 'index'>>(items: readonly Item[]): readonly Item[]
  /** What is known of the file of a row that was just inserted. Joins the current transaction. */
  restored(file: RestoredFile): void
  /** What a picture is like now; null if it can't be decoded any more. */
  repaint(number: number, picture: number, found: Inspection | null): void
  /** Images whose thumbnails show another picture than their file, with a number after this one. */
  otherPictures(after: number, rows: number): readonly OtherPicture[]
  /** Images whose files are missing, the newest first, with a number before this one. */
  missing(before: number, rows: number): readonly LostImage[]
  /** The same for one image; null if its file isn't missing. */
  missingOne(id: string): LostImage | null
  /** The file of an image was missing, and is in its place again; false if it wasn't missing any more. */
  foundAgain(number: number, fileTime: number): boolean
  totals(): { readonly changed: number; readonly missing: number }
}

const placed = `number, id, job_id AS jobId, position AS "index", file, outside, bytes, file_time AS fileTime,
  created_at AS createdAt`
const lost = `${placed}, sha256, connection_id AS connectionId`

export function createUpkeepRows(db: Database): UpkeepRows {
  function update(set: string, state: FileState & { readonly to?: string }): boolean {
    const { number, file, outside, fileTime, to } = state
    return (
      db.run(
        `UPDATE images SET outside = :outside, file_time = :fileTime${set}
         WHERE number = :number AND file = :file AND deleted_at IS NULL`,
        { number, file, outside, fileTime, ...(to === undefined ? {} : { to }) },
      ) > 0
    )
  }

  const known = (where: string, params: SqlParams): readonly KnownFile[] =>
    db
      .all<Omit<KnownFile, 'isDeleted'> & { readonly isDeleted: number }>(
        `SELECT ${placed}, sha256, picture, deleted_at IS NOT NULL AS isDeleted
         FROM images WHERE ${where}`,
        params,
      )
      .map((row) => ({ ...row, isDeleted: row.isDeleted === 1 }))

  const relinkOne = (relink: Relink): boolean => update(', file = :to, unrecorded = 1', relink)

  const isAsExpected = ({ number, file }: Relink): boolean =>
    db.get('SELECT 1 FROM images WHERE number = :number AND file = :file AND deleted_at IS NULL', {
      number,
      file,
    }) !== undefined

  return {
    count: () => db.get<{ count: number }>('SELECT count(*) AS count FROM images')?.count ?? 0,

    after: (number, rows) => known('number > :number ORDER BY number LIMIT :rows', { number, rows }),
    left: (numbers) =>
      known(`number IN (SELECT value FROM json_each(:numbers)) AND ${leftInSql} ORDER BY number`, {
        numbers: JSON.stringify(numbers),
      }),

    holders: (files) =>
      new Map(
        db
          .all<{ file: string; number: number }>(
            `SELECT images.file, images.number FROM json_each(:files) AS wanted
             JOIN images INDEXED BY images_file ON images.file = wanted.value`,
            { files: JSON.stringify(files) },
          )
          .map(({ file, number }) => [file, number]),
      ),

    without(items) {
      const known = db.all<{ place: number }>(
        `SELECT wanted.key AS place FROM json_each(:items) AS wanted
         JOIN images ON images.job_id = wanted.value ->> 0 AND images.position = wanted.value ->> 1`,
        { items: JSON.stringify(items.map(({ jobId, index }) => [jobId, index])) },
      )
      const places = new Set(known.map(({ place }) => place))
      return items.filter((_, place) => !places.has(place))
    },

    restored({ isRecorded, ...state }) {
      db.run(
        `UPDATE images SET file_time = :fileTime, unrecorded = :unrecorded,
           outside = iif(deleted_at IS NULL, :outside, NULL) WHERE number = :number`,
        { ...state, unrecorded: Number(!isRecorded) },
      )
    },

    write: (states) =>
      db.transaction(() => states.filter((state) => update('', state)).map(({ number }) => number)),

    relink: (relinks) => db.transaction(() => relinks.filter(relinkOne).map(({ number }) => number)),

    relinkTogether: (relinks) =>
      db.transaction(() =>
        relinks.every(isAsExpected) ? relinks.filter(relinkOne).map(({ number }) => number) : [],
      ),

    repaint(number, picture, found) {
      if (found === null) {
        db.run('UPDATE images SET picture = :picture, credentials = NULL WHERE number = :number', {
          number,
          picture,
        })
        return
      }
      const { format, width, height, decoded, placeholder, hasCredentials } = found
      db.run(
        `UPDATE images SET picture = :picture, format = :format, width = :width, height = :height, ratio = :ratio,
           decoded = :decoded, placeholder = :placeholder, credentials = :credentials WHERE number = :number`,
        {
          ...{ number, picture, format, width, height, placeholder },
          ratio: ratioByte(width, height),
          decoded: Number(decoded),
          credentials: Number(hasCredentials),
        },
      )
    },

    otherPictures: (after, rows) =>
      db.all<OtherPicture>(
        `SELECT ${placed}, iif(outside = 'changed', coalesce(file_time, 0), 0) AS picture
         FROM images INDEXED BY images_pictured
         WHERE (outside = 'changed' OR picture <> 0) AND number > :after AND deleted_at IS NULL
           AND outside IS NOT 'missing' AND picture <> iif(outside = 'changed', coalesce(file_time, 0), 0)
         ORDER BY number LIMIT :rows`,
        { after, rows },
      ),

    missing: (before, rows) =>
      db.all<LostImage>(
        `SELECT ${lost} FROM images INDEXED BY images_outside
         WHERE outside IS NOT NULL AND outside = 'missing' AND deleted_at IS NULL AND NOT ${leftInSql}
           AND number < CAST(:before AS INTEGER) ORDER BY number DESC LIMIT :rows`,
        { before, rows },
      ),

    missingOne: (id) =>
      db.get<LostImage>(
        `SELECT ${lost} FROM images WHERE id = :id AND outside = 'missing' AND deleted_at IS NULL
           AND NOT ${leftInSql}`,
        { id },
      ) ?? null,

    foundAgain: (number, fileTime) =>
      db.run(
        `UPDATE images SET outside = NULL, file_time = :fileTime, unrecorded = 1
         WHERE number = :number AND outside = 'missing'`,
        { number, fileTime },
      ) > 0,

    totals() {
      const rows = db.all<{ outside: Outside; count: number }>(
        `SELECT outside, count(*) AS count FROM images INDEXED BY images_outside
         WHERE outside IS NOT NULL AND deleted_at IS NULL GROUP BY outside`,
      )
      const of = (wanted: Outside) => rows.find(({ outside }) => outside === wanted)?.count ?? 0
      return { changed: of('changed'), missing: of('missing') }
    },
  }
}
