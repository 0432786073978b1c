import { parse } from 'node:path'
import { broughtSchema } from '@shared/model/brought'
import type { FileFormat, Image, ImageDetails } from '@shared/model/image'
import { askedSchema, fileFormatSchema, isImageFormat, ratioByte } from '@shared/model/image'
import type { ImagePlace } from '@shared/model/imageSelection'
import type { Outside } from '@shared/model/upkeep'
import type { Database } from '../db/database'
import { textColumn } from '../db/textColumn'
import { batchNameOf } from './batchName'
import type { CollectionAdoption } from './collections/collectionAdoption'
import type { GalleryOrder } from './galleryOrder'
import { type ImageSet, setOf } from './imageSets'
import type { KnownFacts } from './knownFile'
import type { NewImage } from './library'
import { type RecordedMarks, unmarked } from './recordedMarks'
import { highestNumber } from './search/highestNumber'
import { type MarkColumns, readMarks } from './search/markColumns'
import type { MarkedImages } from './search/markedImages'
import type { NotedImages } from './search/notedImages'
import { stackOf } from './stacks/stackOf'

interface Row extends MarkColumns {
  readonly id: string
  readonly job_id: string
  readonly position: number
  readonly of: number
  readonly prompt: string
  readonly width: number
  readonly height: number
  readonly decoded: number
  readonly format: string
  readonly bytes: number
  readonly placeholder: string | null
  readonly created_at: number
  readonly number: number
  readonly placed_at: number
  readonly outside: Outside | null
  readonly picture: number
  /** Empty for an image that was brought in. */
  readonly mode: string
}

interface DetailsRow extends Row {
  readonly file: string
  readonly sha256: string
  readonly revised_prompt: string | null
  readonly asked_json: string
  readonly connection_id: string
  readonly connection_name: string
  readonly task_id: string | null
  readonly took_ms: number | null
  readonly note: string
  readonly brought_json: string | null
  readonly credentials: number | null
  readonly deleted_at: number | null
  readonly batch_id: string | null
  readonly batch_name: string
}

/** Characters of each prompt in a page, which holds hundreds of them: more than anybody reads there. */
const shownPrompt = 2_000
const shown = `id, job_id, position, of, substr(prompt, 1, ${shownPrompt}) AS prompt, width, height, decoded,
  format, bytes, placeholder, created_at, number, placed_at, flag, rating, favourite, outside, picture, mode`

/** Where an image is, and what is known of its picture. */
export interface ImageFile extends KnownFacts {
  readonly jobId: string
  readonly index: number
  readonly file: string
  readonly format: FileFormat
  /** Whether it can be shown. */
  readonly decoded: boolean
  readonly hasPlaceholder: boolean
}

/** The SQL of the gallery's rows. The kept order hears of every change. */
export interface ImageRows {
  /** `marks`: default none. `fileTime`: when its file was last written, unless it was for this row. */
  insert(image: NewImage, file: string, marks?: RecordedMarks, fileTime?: number): void
  /** Including deleted ones: the id, or null. */
  findItem(jobId: string, index: number): string | null
  /** Those of the items that have no row, deleted or not, in this order. */
  withoutRow<Item extends Pick<ImagePlace, 'jobId' | 'index'>>(items: readonly Item[]): Item[]
  /** Including deleted ones. */
  has(id: string): boolean
  /** See `Library.findBytes`. */
  findBytes(jobId: string, sha256: string): string | null
  /** Those of the numbers that are in a set, in this order. Default the library. */
  shown(numbers: readonly number[], set?: ImageSet): Image[]
  /** Ids of the numbers that have a row, deleted or not, in this order. */
  idsOf(numbers: readonly number[]): string[]
  /** The number of the image at a place, deleted or not; null if there is none. */
  numberAt(place: Pick<ImagePlace, 'jobId' | 'index'>): number | null
  /** Numbers of the ids that are in a set, in this order, each once. Default the library. */
  numbersOf(ids: readonly string[], set?: ImageSet): number[]
  /** The highest number that an image has had; 0 if there was none. */
  highest(): number
  /** In the library or in the trash. */
  details(id: string): ImageDetails | null
  /** In the library, in the trash or on its way out of it. */
  anyDetails(id: string): ImageDetails | null
  /** Null for an image that neither the library nor the trash shows. */
  file(id: string): ImageFile | null
  /** Numbers up to this one are never given to new images. */
  reserve(number: number): void
  remove(id: string): void
}

export function createImageRows(
  db: Database,
  order: Pick<GalleryOrder, 'touch'>,
  marked: Pick<MarkedImages, 'note'>,
  noted: Pick<NotedImages, 'changed'>,
  collections: CollectionAdoption,
): ImageRows {
  let highestGiven = 0

  /** SQLite alone would use the highest number again after its row was removed, while a selection still has it. */
  const highest = (): number => {
    highestGiven = Math.max(highestGiven, highestNumber(db))
    return highestGiven
  }

  function detailsWhere(where: string, id: string): ImageDetails | null {
    const row = db.get<DetailsRow>(
      `SELECT ${shown}, file, sha256, revised_prompt, asked_json, connection_id,
         connection_name, task_id, took_ms, note, brought_json, credentials, deleted_at, batch_id,
         ${batchNameOf} AS batch_name
       FROM images WHERE ${where}`,
      { id },
    )
    return row === undefined ? null : { ...readDetails(row), collections: [...collections.of(row.number)] }
  }

  return {
    insert(image, file, marks = unmarked, fileTime) {
      const { mode, ...request } = image.asked
      highestGiven = highest() + 1
      db.run(
        `INSERT INTO images (number, id, job_id, batch_id, position, of, file, format, width, height, ratio, bytes, sha256,
           prompt, revised_prompt, model, mode, asked_json, connection_id, connection_name, task_id,
           took_ms, decoded, placeholder, created_at, flag, rating, favourite, note, brought_json, credentials, deleted_at, stack, file_time)
         VALUES (:number, :id, :jobId, coalesce((SELECT batch_id FROM jobs WHERE jobs.id = :jobId), :batchId), :index, :of, :file, :format, :width, :height, :ratio, :bytes, :sha256,
           :prompt, :revisedPrompt, :model, :mode, :asked, :connectionId, :connectionName, :taskId,
           :tookMs, :decoded, :placeholder, :createdAt, :flag, :rating, :favourite, :note, :brought, :credentials, :deletedAt, :stack, :fileTime)`,
        {
          number: highestGiven,
          id: image.id,
          jobId: image.jobId,
          batchId: marks.batch?.id ?? null,
          index: image.index,
          of: image.of,
          file,
          format: image.format,
          width: image.width,
          height: image.height,
          ratio: ratioByte(image.width, image.height),
          bytes: image.bytes,
          sha256: image.sha256,
          prompt: textColumn(shownPromptOf(image)),
          revisedPrompt: image.revisedPrompt === null ? null : textColumn(image.revisedPrompt),
          model: request.model,
          mode: mode ?? '',
          asked: JSON.stringify(image.asked),
          connectionId: image.connectionId,
          connectionName: image.connectionName,
          taskId: image.taskId,
          tookMs: image.tookMs,
          decoded: Number(image.decoded),
          placeholder: image.placeholder,
          createdAt: image.createdAt,
          flag: marks.flag,
          rating: marks.rating,
          favourite: Number(marks.favourite),
          note: textColumn(marks.note),
          brought: image.brought === null ? null : JSON.stringify(image.brought),
          credentials: image.hasCredentials === undefined ? null : Number(image.hasCredentials),
          deletedAt: marks.deletedAt,
          stack: stackOf(image.asked.prompt),
          fileTime: fileTime ?? null,
        },
      )
      if (marks !== unmarked) marked.note([highestGiven], marks)
      if (marks.note !== '') noted.changed()
      collections.adopt(highestGiven, marks.collections)
      if (marks.batch !== null)
        db.run(
          `INSERT OR IGNORE INTO recorded_batches (id, name)
           SELECT :id, :name WHERE NOT EXISTS (SELECT 1 FROM batches WHERE id = :id)`,
          { id: marks.batch.id, name: textColumn(marks.batch.name) },
        )
      // Earlier items were saved before it was known how many there would be.
      db.run('UPDATE images SET of = :of WHERE job_id = :jobId AND of < :of', {
        of: image.of,
        jobId: image.jobId,
      })
      // A job's images move together.
      const moved = db.all<{ number: number }>('SELECT number FROM images WHERE job_id = :jobId', {
        jobId: image.jobId,
      })
      order.touch(moved.map(({ number }) => number))
    },

    findItem(jobId, index) {
      const row = db.get<{ id: string }>(
        'SELECT id FROM images WHERE job_id = :jobId AND position = :index',
        {
          jobId,
          index,
        },
      )
      return row?.id ?? null
    },

    withoutRow: (items) =>
      db
        .all<{ position: number }>(
          `SELECT wanted.key AS position FROM json_each(:places) AS wanted WHERE NOT EXISTS (
             SELECT 1 FROM images
             WHERE job_id = wanted.value ->> '$[0]' AND position = wanted.value ->> '$[1]')`,
          { places: JSON.stringify(items.map(({ jobId, index }) => [jobId, index])) },
        )
        .flatMap(({ position }) => items[position] ?? []),

    has: (id) => db.get('SELECT 1 FROM images WHERE id = :id', { id }) !== undefined,

    findBytes(jobId, sha256) {
      const row = db.get<{ id: string }>(
        'SELECT id FROM images WHERE job_id = :jobId AND sha256 = :sha256 ORDER BY position LIMIT 1',
        { jobId, sha256 },
      )
      return row?.id ?? null
    },

    shown(numbers, set = 'library') {
      const rows = db.all<Row>(
        `SELECT ${shown} FROM images
         WHERE number IN (SELECT value FROM json_each(:numbers)) AND ${setOf[set]}`,
        { numbers: JSON.stringify(numbers) },
      )
      const found = new Map(rows.map((row) => [row.number, row]))
      return numbers.flatMap((number) => found.get(number) ?? []).map(readImage)
    },

    idsOf: (numbers) =>
      db
        .all<{ id: string }>(
          `SELECT images.id FROM json_each(:numbers) AS wanted JOIN images ON images.number = wanted.value
           ORDER BY wanted.key`,
          { numbers: JSON.stringify(numbers) },
        )
        .map(({ id }) => id),

    numberAt: ({ jobId, index }) =>
      db.get<{ number: number }>('SELECT number FROM images WHERE job_id = :jobId AND position = :index', {
        jobId,
        index,
      })?.number ?? null,

    numbersOf: (ids, set = 'library') =>
      db
        .all<{ number: number }>(
          `SELECT images.number FROM json_each(:ids) AS wanted JOIN images ON images.id = wanted.value
           WHERE ${setOf[set]} GROUP BY images.number ORDER BY min(wanted.key)`,
          { ids: JSON.stringify(ids) },
        )
        .map(({ number }) => number),

    highest,

    details: (id) => detailsWhere('id = :id AND discarded_at IS NULL', id),
    anyDetails: (id) => detailsWhere('id = :id', id),

    file(id) {
      const row = db.get<
        Omit<ImageFile, 'decoded' | 'hasPlaceholder'> & { readonly decoded: number; readonly known: number }
      >(
        `SELECT job_id AS jobId, position AS "index", file, format, decoded, bytes, outside, file_time AS fileTime,
           created_at AS createdAt, placeholder IS NOT NULL AS known FROM images
         WHERE id = :id AND discarded_at IS NULL`,
        { id },
      )
      if (row === undefined) return null
      const { known, decoded, ...rest } = row
      const format = fileFormatSchema.parse(row.format)
      return { ...rest, format, decoded: decoded === 1 && isImageFormat(format), hasPlaceholder: known === 1 }
    },

    reserve(number) {
      highestGiven = Math.max(highestGiven, number)
    },

    remove(id) {
      const gone = db.all<{ number: number }>('DELETE FROM images WHERE id = :id RETURNING number', { id })
      order.touch(gone.map(({ number }) => number))
    },
  }
}

/** What it is called by: an image that was brought in without a prompt, by its file. */
const shownPromptOf = ({ asked, brought }: NewImage): string =>
  asked.prompt === '' && brought !== null ? parse(brought.name).name : asked.prompt

function readImage(row: Row): Image {
  return {
    id: row.id,
    jobId: row.job_id,
    index: row.position,
    of: row.of,
    prompt: row.prompt,
    width: row.width,
    height: row.height,
    decoded: row.decoded === 1,
    format: fileFormatSchema.parse(row.format),
    bytes: row.bytes,
    placeholder: row.placeholder,
    createdAt: row.created_at,
    number: row.number,
    placedAt: row.placed_at,
    outside: row.outside,
    picture: row.picture,
    ...(row.mode === '' && { isBrought: true as const }),
    ...readMarks(row),
  }
}

function readDetails(row: DetailsRow): Omit<ImageDetails, 'collections'> {
  const { number, placedAt, ...image } = readImage(row)
  return {
    ...image,
    asked: askedSchema.parse(JSON.parse(row.asked_json)),
    revisedPrompt: row.revised_prompt,
    file: row.file,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    batch: row.batch_id === null || row.batch_name === '' ? null : { id: row.batch_id, name: row.batch_name },
    taskId: row.task_id,
    sha256: row.sha256,
    tookMs: row.took_ms,
    note: row.note,
    brought: row.brought_json === null ? null : broughtSchema.parse(JSON.parse(row.brought_json)),
    ...(row.credentials !== null && { hasCredentials: row.credentials === 1 }),
    deletedAt: row.deleted_at,
  }
}
