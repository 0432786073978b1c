import { type GalleryOutline, type GalleryQuery, localDay } from '@shared/model/image'
import type { ImageSource } from '@shared/model/reference'
import type { Database } from '../db/database'
import { batchImageName } from './imageName'
import { galleryOrder } from './imageRows'
import { matching } from './imageSearch'
import type { BatchImage } from './library'

/** All time zones are offset by whole quarter hours, so one quarter lies in one local day. */
const quarterMs = 900_000

/**
 * Days and ratios of all rows that match, gathered inside SQLite: 100,000 rows never become objects. A job's images
 * belong to the day of its first image.
 */
export function galleryOutline(db: Database, query: GalleryQuery): Omit<GalleryOutline, 'revision'> {
  const { where, params } = matching(query)
  const quarters = db.all<{ quarter: number; count: number }>(
    `SELECT placed_at / ${quarterMs} AS quarter, count(*) AS count FROM images WHERE ${where}
     GROUP BY quarter ORDER BY quarter DESC`,
    params,
  )
  const ratios = db.get<{ hex: string | null }>(
    `SELECT group_concat(printf('%02x', ratio), '') AS hex FROM
       (SELECT ratio FROM images WHERE ${where} ${galleryOrder})`,
    params,
  )
  const days: { day: string; count: number }[] = []
  for (const { quarter, count } of quarters) {
    const day = localDay(quarter * quarterMs)
    const last = days.at(-1)
    if (last?.day === day) last.count += count
    else days.push({ day, count })
  }
  const bytes = Buffer.from(ratios?.hex ?? '', 'hex')
  return { total: bytes.length, days, ratios: bytes.toString('base64') }
}

interface NumberedRow {
  readonly id: string
  /** The job's row in the table it came from; otherwise its place among the jobs of the batch, from 1. */
  readonly number: number
  readonly jobs: number
  readonly name: string
  readonly position: number
  readonly of: number
  readonly format: string
}

/** All images of a batch. A retried job takes the place of the job it replaces. */
export function batchImages(db: Database, batchId: string): readonly BatchImage[] {
  const rows = db.all<NumberedRow>(
    `WITH RECURSIVE line (id, number, row, name) AS (
       SELECT id, row_number() OVER (ORDER BY rowid), row, name FROM jobs
       WHERE batch_id = :batchId AND retry_of IS NULL
       UNION ALL
       SELECT jobs.id, line.number, line.row, line.name FROM line JOIN jobs ON jobs.retry_of = line.id)
     SELECT images.id, coalesce(line.row, line.number) AS number,
       max(coalesce(line.row, line.number)) OVER () AS jobs,
       coalesce(line.name, images.prompt) AS name, images.position, images.of, images.format
     FROM line CROSS JOIN images ON images.job_id = line.id WHERE images.deleted_at IS NULL
     ORDER BY 2, line.number, line.id, images.position`,
    { batchId },
  )
  return rows.map(({ id, number, jobs, name, position, of, format }) => ({
    imageId: id,
    name: batchImageName({
      number: String(number).padStart(Math.max(3, String(jobs).length), '0'),
      words: name,
      index: position,
      of,
      format,
    }),
  }))
}

interface AddressRow {
  readonly url: string | null
  readonly origin: string | null
  readonly createdAt: number
}

/** Where the service has a shown image, as of `now`; null if there is no such image. */
export function imageSource(db: Database, id: string, now: number): ImageSource | null {
  const row = db.get<AddressRow>(
    `SELECT items.url, images.created_at AS createdAt,
       (SELECT origin FROM attempts WHERE attempts.job_id = images.job_id ORDER BY number DESC LIMIT 1) AS origin
     FROM images LEFT JOIN items ON items.job_id = images.job_id AND items.position = images.position
     WHERE images.id = :id AND images.deleted_at IS NULL`,
    { id },
  )
  if (row === undefined) return null
  return { url: absoluteUrl(row), age: Math.max(0, now - row.createdAt) }
}

/** The service may have named it relative to its own address. */
function absoluteUrl({ url, origin }: AddressRow): string | null {
  const base = origin === null ? undefined : `${origin}/`
  if (url === null || !URL.canParse(url, base)) return null
  const { href, protocol } = new URL(url, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
