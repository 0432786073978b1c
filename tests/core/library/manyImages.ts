import { bitsOf, bitsText } from '@shared/model/numberBits'
import type { Database } from '../../../electron/core/db/database'

/** Adds rows of this many images, without files. `number`, `prompt` and `rating`: SQL of `n`, which counts from 1. */
export function addManyImages(
  { db }: { readonly db: Database },
  count: number,
  { number = 'n', prompt = "'fern'", rating = '0' } = {},
): void {
  db.run(
    `WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < :count)
     INSERT INTO images (number, id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
       model, mode, asked_json, connection_id, connection_name, created_at, rating)
     SELECT ${number}, 'image ' || n, 'job ' || n, 0, 1, 'f' || n || '.png', 'png', 1, 1, 128, 1, '', ${prompt}, 'm',
       'direct', '{"model":"m","prompt":"p","mode":"direct"}', 'c', 'S', n * 1000, ${rating} FROM made`,
    { count },
  )
}

/** Selects the images with the numbers from 1 to `count`. */
export function upTo(count: number): { readonly ids: []; readonly numbers: string } {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  return { ids: [], numbers: bitsText(bitsOf(numbers, count)) }
}
