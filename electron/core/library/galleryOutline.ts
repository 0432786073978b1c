import { type GalleryOutline, type GalleryQuery, localDay } from '@shared/model/image'
import type { Database } from '../db/database'
import { galleryOrder } from './imageRows'
import { matching } from './imageSearch'

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
