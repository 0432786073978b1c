import type { ImageSource } from '@shared/model/reference'
import type { Database } from '../db/database'

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
