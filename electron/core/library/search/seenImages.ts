import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { createNumberSet } from './numberSet'

/** Which images the user has ever opened. */
export interface SeenImages {
  /** Notes that these were opened; returns whether one of them never was before. */
  mark(ids: readonly string[]): boolean
  /** Resolves once what earlier runs noted has been read, in slices. */
  settle(signal: AbortSignal): Promise<void>
  /** By the image's number. Call `settle` first. */
  has(number: number): boolean
  /** Changes with the answers of `has`. */
  version(): number
}

const read = `SELECT number FROM images INDEXED BY images_seen
  WHERE seen_at IS NOT NULL AND number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows`

export function createSeenImages(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
}): SeenImages {
  const { db, clock } = deps
  const numbers = createNumberSet()
  let after = 0
  let isRead = false
  let version = 0

  return {
    mark(ids) {
      const marked = db.all<{ number: number }>(
        `UPDATE images SET seen_at = :now WHERE id IN (SELECT value FROM json_each(:ids)) AND seen_at IS NULL
         RETURNING number`,
        { now: clock.now(), ids: JSON.stringify(ids) },
      )
      for (const { number } of marked) numbers.add(number)
      if (marked.length > 0) version++
      return marked.length > 0
    },

    async settle(signal) {
      if (isRead) return
      await inSlices(
        (rows) => {
          const some = db.all<{ number: number }>(read, { after, rows })
          for (const { number } of some) numbers.add(number)
          after = some.at(-1)?.number ?? after
          return some.length === rows
        },
        { clock, signal },
      )
      isRead = true
    },

    has: numbers.has,
    version: () => version,
  }
}
