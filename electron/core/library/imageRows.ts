import { jobRequestSchema, modeSchema } from '@shared/model/draft'
import type { GalleryQuery, Image, ImageDetails } from '@shared/model/image'
import { imageFormatSchema, ratioByte } from '@shared/model/image'
import type { Database } from '../db/database'
import { textColumn } from '../db/textColumn'
import { matching } from './imageSearch'
import type { NewImage } from './library'

interface Row {
  readonly id: string
  readonly job_id: string
  readonly position: number
  readonly of: number
  readonly prompt: string
  readonly width: number
  readonly height: number
  readonly decoded: number
  readonly created_at: number
}

interface DetailsRow extends Row {
  readonly file: string
  readonly format: string
  readonly bytes: number
  readonly sha256: string
  readonly revised_prompt: string | null
  readonly asked_json: string
  readonly connection_id: string
  readonly connection_name: string
  readonly task_id: string | null
  readonly took_ms: number | null
}

/** A file that the person deleted and that may still be on disk. */
export interface DeletedImage {
  readonly id: string
  readonly jobId: string
  readonly index: number
  readonly file: string
}

/** Characters of each prompt in a page, which holds hundreds of them: more than anybody reads there. */
const shownPrompt = 2_000
const shown = `id, job_id, position, of, substr(prompt, 1, ${shownPrompt}) AS prompt, width, height, decoded, created_at`
const askedSchema = jobRequestSchema.extend({ mode: modeSchema })

/** Newest first everywhere, but the images of one job in their own order. */
export const galleryOrder = 'ORDER BY placed_at DESC, job_id DESC, position'

/** The SQL of the gallery. */
export interface ImageRows {
  insert(image: NewImage, file: string): void
  /** Including deleted ones: the id, or null. */
  findItem(jobId: string, index: number): string | null
  /** Including deleted ones. */
  has(id: string): boolean
  /** See `Library.findBytes`. */
  findBytes(jobId: string, sha256: string): string | null
  page(query: GalleryQuery, offset: number, limit: number): Image[]
  ids(query: GalleryQuery, offset: number, limit: number): string[]
  details(id: string): ImageDetails | null
  /** Where a shown image is, inside the library. */
  file(id: string): { readonly file: string; readonly format: string; readonly decoded: boolean } | null
  /** Marks it as too large to decode. */
  markUndecoded(id: string): void
  /** Returns those that weren't already deleted. */
  markDeleted(ids: readonly string[], at: number): readonly string[]
  /** Returns how many changed. */
  unmarkDeleted(ids: readonly string[]): number
  /** In order of deletion, earliest first. */
  deleted(): DeletedImage[]
  remove(id: string): void
}

export function createImageRows(db: Database): ImageRows {
  const changeEach = (ids: readonly string[], change: (id: string) => number) =>
    db.transaction(() => ids.filter((id) => change(id) > 0))

  return {
    insert(image, file) {
      const { mode, ...request } = image.asked
      db.run(
        `INSERT INTO images (id, job_id, batch_id, position, of, file, format, width, height, ratio, bytes, sha256,
           prompt, revised_prompt, model, mode, asked_json, connection_id, connection_name, task_id,
           took_ms, decoded, created_at)
         VALUES (:id, :jobId, (SELECT batch_id FROM jobs WHERE jobs.id = :jobId), :index, :of, :file, :format, :width, :height, :ratio, :bytes, :sha256,
           :prompt, :revisedPrompt, :model, :mode, :asked, :connectionId, :connectionName, :taskId,
           :tookMs, :decoded, :createdAt)`,
        {
          id: image.id,
          jobId: image.jobId,
          index: image.index,
          of: image.of,
          file,
          format: image.format,
          width: image.width,
          height: image.height,
          ratio: ratioByte(image.width, image.height),
          bytes: image.bytes,
          sha256: image.sha256,
          prompt: textColumn(request.prompt),
          revisedPrompt: image.revisedPrompt === null ? null : textColumn(image.revisedPrompt),
          model: request.model,
          mode,
          asked: JSON.stringify(image.asked),
          connectionId: image.connectionId,
          connectionName: image.connectionName,
          taskId: image.taskId,
          tookMs: image.tookMs,
          decoded: Number(image.decoded),
          createdAt: image.createdAt,
        },
      )
      // Earlier items were saved before it was known how many there would be.
      db.run('UPDATE images SET of = :of WHERE job_id = :jobId AND of < :of', {
        of: image.of,
        jobId: image.jobId,
      })
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

    has: (id) => db.get('SELECT 1 FROM images WHERE id = :id', { id }) !== undefined,

    findBytes(jobId, sha256) {
      const row = db.get<{ id: string }>(
        'SELECT id FROM images WHERE job_id = :jobId AND sha256 = :sha256 ORDER BY position LIMIT 1',
        { jobId, sha256 },
      )
      return row?.id ?? null
    },

    page(query, offset, limit) {
      const { where, params } = matching(query)
      return db
        .all<Row>(
          `SELECT ${shown} FROM images WHERE ${where}
           ${galleryOrder} LIMIT :limit OFFSET :offset`,
          { ...params, limit, offset },
        )
        .map(readImage)
    },

    ids(query, offset, limit) {
      const { where, params } = matching(query)
      return db
        .all<{ id: string }>(
          `SELECT id FROM images WHERE ${where} ${galleryOrder} LIMIT :limit OFFSET :offset`,
          { ...params, limit, offset },
        )
        .map(({ id }) => id)
    },

    details(id) {
      const row = db.get<DetailsRow>(
        `SELECT ${shown}, file, format, bytes, sha256, revised_prompt, asked_json, connection_id,
           connection_name, task_id, took_ms
         FROM images WHERE id = :id AND deleted_at IS NULL`,
        { id },
      )
      return row === undefined ? null : readDetails(row)
    },

    file(id) {
      const row = db.get<Pick<DetailsRow, 'file' | 'format' | 'decoded'>>(
        'SELECT file, format, decoded FROM images WHERE id = :id AND deleted_at IS NULL',
        { id },
      )
      return row === undefined ? null : { ...row, decoded: row.decoded === 1 }
    },

    markUndecoded(id) {
      db.run('UPDATE images SET decoded = 0 WHERE id = :id', { id })
    },

    markDeleted: (ids, at) =>
      changeEach(ids, (id) =>
        db.run('UPDATE images SET deleted_at = :at WHERE id = :id AND deleted_at IS NULL', { id, at }),
      ),

    unmarkDeleted: (ids) =>
      changeEach(ids, (id) =>
        db.run('UPDATE images SET deleted_at = NULL WHERE id = :id AND deleted_at IS NOT NULL', { id }),
      ).length,

    deleted: () =>
      db.all<DeletedImage>(
        `SELECT id, job_id AS jobId, position AS "index", file FROM images
         WHERE deleted_at IS NOT NULL ORDER BY deleted_at`,
      ),

    remove(id) {
      db.run('DELETE FROM images WHERE id = :id', { id })
    },
  }
}

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
    createdAt: row.created_at,
  }
}

function readDetails(row: DetailsRow): ImageDetails {
  return {
    ...readImage(row),
    asked: askedSchema.parse(JSON.parse(row.asked_json)),
    revisedPrompt: row.revised_prompt,
    format: imageFormatSchema.parse(row.format),
    bytes: row.bytes,
    file: row.file,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    taskId: row.task_id,
    sha256: row.sha256,
    tookMs: row.took_ms,
  }
}
