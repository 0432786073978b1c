import type { Database } from '../../db/database'

/** The highest number of the images that have a row, deleted or not; 0 if there are none. */
export const highestNumber = (db: Database): number =>
  db.get<{ number: number | null }>('SELECT max(number) AS number FROM images')?.number ?? 0
