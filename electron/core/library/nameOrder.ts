import type { Database } from '../db/database'
import type { Clock } from '../ports'
import { inSlices } from '../slices'
import { highestNumber } from './search/highestNumber'

/**
 * The order of all images by name, deleted ones included, kept in memory: read in slices when it is first needed; later
 * only new images are put in their places.
 */
export interface NameOrder {
  /** Resolves once every image that was committed has its place. */
  settle(signal: AbortSignal): Promise<void>
  /** False if an image has arrived since. */
  isSettled(): boolean
  /** The place of an image, by its number. Call it only while settled. */
  placeOf(number: number): number
}

const images = (condition: string) =>
  `SELECT number, substr(prompt, 1, 40) AS name FROM images INDEXED BY images_name WHERE substr(prompt, 1, 40) COLLATE NOCASE ${condition}`

/** First the rest of the last name: in one condition with the others, each slice would read the index from its beginning. */
const read = `SELECT json_group_array(json_array(number, name)) AS packed FROM (
  SELECT * FROM (${images('= :name')} AND number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows)
  UNION ALL SELECT * FROM (${images('> :name')} ORDER BY name COLLATE NOCASE, number LIMIT :rows)
  LIMIT :rows)`

/** The image before a new one, among those of lower numbers. */
const before = `SELECT number FROM (
  SELECT * FROM (${images('= :name')} AND number < CAST(:number AS INTEGER) ORDER BY number DESC LIMIT 1)
  UNION ALL SELECT * FROM (
    ${images('< :name')} AND number < CAST(:number AS INTEGER) ORDER BY name COLLATE NOCASE DESC, number DESC LIMIT 1)
  LIMIT 1)`

/** New images that are put in place one by one. For more of them, all are read again. */
const fewNew = 500

export function createNameOrder({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): NameOrder {
  /** Numbers by name; images of the same name by number. */
  let numbers: number[] = []
  /** Images up to this number are among them. */
  let until = 0
  /** By number; null if they have changed. */
  let places: Uint32Array | null = null
  let running: Promise<void> | null = null

  const isSettled = (): boolean => until >= highestNumber(db)

  async function readAll(signal: AbortSignal): Promise<void> {
    const highest = highestNumber(db)
    const found: number[] = []
    let last: readonly [number, string] = [-1, '']
    await inSlices(
      (rows) => {
        const { packed = '[]' } =
          db.get<{ packed: string }>(read, { name: last[1], after: last[0], rows }) ?? {}
        const some: readonly (readonly [number, string])[] = JSON.parse(packed)
        // Those that came since follow one by one.
        for (const [number] of some) if (number <= highest) found.push(number)
        last = some.at(-1) ?? last
        return some.length === rows
      },
      { clock, signal },
    )
    numbers = found
    until = highest
    places = null
  }

  function placeSome(rows: number): boolean {
    const some = db.all<{ number: number; name: string }>(
      `SELECT number, substr(prompt, 1, 40) AS name FROM images
       WHERE number > CAST(:until AS INTEGER) ORDER BY number LIMIT :rows`,
      { until, rows },
    )
    for (const image of some) {
      const previous = db.get<{ number: number }>(before, image)?.number
      numbers.splice(previous === undefined ? 0 : numbers.indexOf(previous) + 1, 0, image.number)
      until = image.number
    }
    if (some.length > 0) places = null
    return some.length === rows
  }

  async function place(signal: AbortSignal): Promise<void> {
    if (highestNumber(db) - until > fewNew) await readAll(signal)
    await inSlices(placeSome, { clock, signal, first: 32 })
  }

  function placed(): Uint32Array {
    const all = new Uint32Array(until + 1)
    for (let at = 0; at < numbers.length; at++) all[numbers[at] ?? 0] = at
    return all
  }

  return {
    async settle(signal) {
      if (isSettled()) return
      running ??= place(signal).finally(() => {
        running = null
      })
      await running
    },
    isSettled,
    placeOf(number) {
      places ??= placed()
      return places[number] ?? 0
    },
  }
}
