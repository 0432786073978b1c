import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { createNumberSet } from './numberSet'

/** Which images the user has ever opened. */
export interface SeenImages {
  /** Notes that these were opened; returns whether one of them never was before. */
  mark(ids: readonly string[]): boolean
  /** Writes that these were opened, or that they never were; returns those of which the other was written. */
  write(numbers: readonly number[], isSeen: boolean): readonly number[]
  /** The same as `write`, as was committed. */
  note(numbers: readonly number[], isSeen: boolean): void
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

  function note(changed: readonly number[], isSeen: boolean): void {
    for (const number of changed) isSeen ? numbers.add(number) : numbers.delete(number)
    if (changed.length > 0) version++
  }

  const written = (values: readonly (string | number)[], column: 'id' | 'number', isSeen: boolean) =>
    db
      .all<{ number: number }>(
        `UPDATE images SET seen_at = :at
         WHERE ${column} IN (SELECT value FROM json_each(:values)) AND seen_at IS ${isSeen ? '' : 'NOT '}NULL
         RETURNING number`,
        { at: isSeen ? clock.now() : null, values: JSON.stringify(values) },
      )
      .map(({ number }) => number)

  return {
    mark(ids) {
      const marked = written(ids, 'id', true)
      note(marked, true)
      return marked.length > 0
    },

    write: (some, isSeen) => written(some, 'number', isSeen),
    note,

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
