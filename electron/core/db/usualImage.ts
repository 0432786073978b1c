import type { Database } from './database'

/** Until the first images tell: about a PNG of 1536 x 1024. */
const assumedBytes = 4_000_000

/** What an image that is still to come is taken to have: as many bytes as the last ones on average. */
export function usualImageBytes(db: Database): number {
  const usual = db.get<{ bytes: number | null }>(
    'SELECT avg(bytes) AS bytes FROM (SELECT bytes FROM images ORDER BY number DESC LIMIT 100)',
  )
  return usual?.bytes ?? assumedBytes
}
