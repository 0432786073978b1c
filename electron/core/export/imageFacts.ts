import { parse } from 'node:path'
import {
  type ExportFormat,
  exifCommentMaximum,
  type RecipeSettings,
  sizeWithin,
} from '@shared/model/exportRecipe'
import { type FileFormat, fileFormatSchema } from '@shared/model/image'
import type { Outside } from '@shared/model/upkeep'
import type { Database } from '../db/database'
import { batchNameOf } from '../library/batchName'
import { extensions } from '../library/imageName'
import type { ListedImage } from '../library/library'
import type { NameFacts } from './naming/wantedName'

/** What a plan knows of an image. */
export interface ImageFacts {
  readonly id: string
  readonly format: FileFormat
  /** Pixels; both 0 if they aren't known. */
  readonly width: number
  readonly height: number
  /** False for an image that is too large to be decoded, or has another format. */
  readonly decoded: boolean
  readonly bytes: number
  readonly outside: Outside | null
  /** Of the file that came, and which change outside came last. */
  readonly sha256: string
  readonly picture: number
  /** Its rating, and the names of its collections. */
  readonly marks: string
  /** Whether its file has Content Credentials; null until it was looked at. */
  readonly hasCredentials: boolean | null
  /** A JPEG has no room for its prompt in EXIF. */
  readonly hasLongPrompt: boolean
  /** The user rejected it. */
  readonly isRejected: boolean
  readonly names: Omit<NameFacts, 'counter' | 'width' | 'height' | 'ext'>
}

interface Row {
  readonly at: number
  readonly id: string
  readonly file: string
  readonly format: string
  readonly width: number
  readonly height: number
  readonly decoded: number
  readonly bytes: number
  readonly outside: Outside | null
  readonly sha256: string
  readonly picture: number
  readonly credentials: number | null
  readonly collections: string
  readonly prompt: string
  readonly long_prompt: number
  readonly model: string
  readonly size: string | null
  readonly position: number
  readonly rating: number
  readonly flag: string | null
  readonly job_id: string
  readonly created_at: number
  readonly batch: string
  readonly name: string | null
  readonly row: number | null
  readonly key: string | null
}

/** Characters of a prompt that a name may need. */
const promptStart = 1_000

/** Of those images that are still in the library, in their order. */
export function readFacts(db: Database, images: readonly ListedImage[]): readonly ImageFacts[] {
  const rows = db.all<Row>(
    `SELECT wanted.key AS at, images.id, images.file, images.format, images.width, images.height, images.decoded,
       images.bytes, images.outside, images.sha256, images.picture, images.credentials,
       (SELECT json_group_array(collections.name ORDER BY folded) FROM collected
          JOIN collections ON collections.id = collection_id
        WHERE collected.number = images.number AND removed = 0) AS collections,
       substr(images.prompt, 1, ${promptStart}) AS prompt,
       length(images.prompt) > ${exifCommentMaximum} AS long_prompt, images.model,
       images.asked_json ->> '$.size' AS size, images.position, images.rating, images.flag, images.job_id, images.created_at,
       ${batchNameOf} AS batch, jobs.name AS name, jobs.row AS row, batch_rows.key AS key
     FROM json_each(:ids) AS wanted CROSS JOIN images ON images.id = wanted.value
       LEFT JOIN jobs ON jobs.id = images.job_id
       LEFT JOIN batch_rows ON batch_rows.batch_id = jobs.batch_id AND batch_rows.row = jobs.row
     WHERE images.deleted_at IS NULL ORDER BY wanted.key`,
    { ids: JSON.stringify(images.map(({ imageId }) => imageId)) },
  )
  return rows.map((row) => factsOf(row, images[row.at]?.name ?? row.file))
}

function factsOf(row: Row, file: string): ImageFacts {
  const { id, width, height, bytes, outside, sha256, picture, prompt, model, rating } = row
  return {
    id,
    format: fileFormatSchema.parse(row.format),
    width,
    height,
    decoded: row.decoded === 1,
    bytes,
    outside,
    sha256,
    picture,
    marks: `${rating} ${row.collections}`,
    hasCredentials: row.credentials === null ? null : row.credentials === 1,
    hasLongPrompt: row.long_prompt === 1,
    isRejected: row.flag === 'rejected',
    names: {
      file: parse(file).name,
      createdAt: row.created_at,
      batch: row.batch,
      name: row.name ?? prompt,
      prompt,
      model,
      size: row.size ?? (width === 0 ? '' : `${width}x${height}`),
      row: row.row,
      key: row.key,
      index: row.position + 1,
      rating,
      job: row.job_id,
    },
  }
}

/** What an image becomes; bytes are about, and pixels 0 if they aren't known. */
export interface Written {
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** Of its file, without the dot. */
  readonly ext: string
}

/** Bytes a pixel of pictures that such services make, at the usual quality. */
const density: Readonly<Record<Exclude<ExportFormat, 'original'>, number>> = {
  png: 1.6,
  jpeg: 0.28,
  webp: 0.18,
  avif: 0.12,
}
const usualQuality = 82

export function writtenAs(image: ImageFacts, settings: RecipeSettings): Written {
  const { width, height, bytes, format: source } = image
  const { format, quality } = settings
  if (format === 'original') return { width, height, bytes, ext: extensions[source] }
  const size = sizeWithin({ width, height }, settings)
  const weight = format === 'png' ? 1 : 2 ** ((quality - usualQuality) / 12)
  return {
    ...size,
    bytes: Math.round(size.width * size.height * density[format] * weight),
    ext: extensions[format],
  }
}
