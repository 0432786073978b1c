import type { Database } from './database'

/** Used until the first images show their size: about a PNG of 1536 x 1024. */
const assumedBytes = 4_000_000

/** How many bytes to expect for an image still to come: the average of the last ones. */
export function usualImageBytes(db: Database): number {
  const usual = db.get<{ bytes: number | null }>(
    'SELECT avg(bytes) AS bytes FROM (SELECT bytes FROM images ORDER BY number DESC LIMIT 100)',
  )
  return usual?.bytes ?? assumedBytes
}
