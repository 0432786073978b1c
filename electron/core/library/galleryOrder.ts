import type { ImagePlace } from '@shared/model/imageSelection'
import type { Database } from '../db/database'
import type { Clock } from '../ports'
import { inSlices } from '../slices'
import { averageColour } from './averageColour'
import { createGalleryColumns, type GalleryColumns, type GalleryEntry } from './galleryColumns'
import { type ImageSet, setOf } from './imageSets'
import { lowerBound } from './lowerBound'

/**
 * The order of the gallery, or of the trash, kept in memory: read once, in slices, then changed with the rows. What
 * changed is read again by its number just before the order is used, so it never holds what a transaction rolled back.
 */
export interface GalleryOrder {
  /** These rows were inserted, changed or removed, or are about to be: they are read again. */
  touch(numbers: readonly number[]): void
  /** The placeholder of a row was committed; its place stays. */
  paint(number: number, placeholder: string): void
  /** Resolves once the order has everything that was committed. Rejects with AppFailure `quitting` after `stop`. */
  settle(): Promise<void>
  /** False while something is still to be read; then the order must not be used. */
  isSettled(): boolean
  /** Changes with the order. */
  version(): number
  columns(): GalleryColumns
  /** Numbers of the first images, also before the order is in memory. */
  firstNumbers(count: number): readonly number[]
  /** What stands for a batch in the columns; null if none of its images was ever shown. */
  batch(id: string): number | null
  /** How many entries are before a place. */
  rankOf(place: ImagePlace): number
  stop(): void
}

interface Row extends ImagePlace {
  readonly number: number
  readonly ratio: number
  readonly placeholder: string | null
  readonly batchId: string | null
}

const fields =
  'number, placed_at AS placedAt, job_id AS jobId, position AS "index", ratio, placeholder, batch_id AS batchId'

/** Rows put in place at once: finding the place of one may take several reads. */
const placedAtOnce = 200

export function createGalleryOrder(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
  readonly of: ImageSet
  /** What stands for each batch in the columns, to be added to. */
  readonly batches: Map<string | null, number>
}): GalleryOrder {
  const { db, clock, batches } = deps
  const isIn = setOf[deps.of]
  let columns = createGalleryColumns()
  const touched = new Set<number>()
  /** Taken out of the order, and not read again yet. */
  const waiting = new Set<number>()
  const ending = new AbortController()
  let built: Promise<void> | null = null
  let isBuilt = false
  let version = 0

  function entryOf({ number, placedAt, ratio, placeholder, batchId }: Row): GalleryEntry {
    const batch = batches.get(batchId) ?? batches.size
    batches.set(batchId, batch)
    return { number, placedAt, ratio, colour: averageColour(placeholder), batch }
  }

  const firstRows = (limit: number): readonly Row[] =>
    db.all<Row>(
      `SELECT ${fields} FROM images WHERE ${isIn}
       ORDER BY placed_at DESC, job_id DESC, position LIMIT :limit`,
      { limit },
    )

  async function build(): Promise<void> {
    columns = createGalleryColumns()
    let last: ImagePlace | null = null
    const next = (limit: number): readonly Row[] =>
      last === null
        ? firstRows(limit)
        : db.all<Row>(
            `SELECT ${fields} FROM images
             WHERE ${isIn} AND (placed_at, job_id) <= (:placedAt, :jobId)
               AND NOT (placed_at = :placedAt AND job_id = :jobId AND position <= :index)
             ORDER BY placed_at DESC, job_id DESC, position LIMIT :limit`,
            { placedAt: last.placedAt, jobId: last.jobId, index: last.index, limit },
          )
    await inSlices(
      (limit) => {
        const rows = next(limit)
        columns.append(rows.map(entryOf))
        last = rows.at(-1) ?? null
        return rows.length === limit
      },
      { clock, signal: ending.signal },
    )
    isBuilt = true
    version++
  }

  function place(): void {
    columns.remove(touched)
    for (const number of touched) waiting.add(number)
    touched.clear()
    const numbers = [...first(waiting, placedAtOnce)]
    const rows = db
      .all<Row>(
        `SELECT ${fields} FROM images
         WHERE number IN (SELECT value FROM json_each(:numbers)) AND ${isIn}`,
        { numbers: JSON.stringify(numbers) },
      )
      .sort(compare)
    const present = columns.current()
    columns.insert(rows.map((row) => ({ rank: rankAmong(present, row), entry: entryOf(row) })))
    for (const number of numbers) waiting.delete(number)
    version++
  }

  const rankAmong = (present: GalleryColumns, place: ImagePlace): number =>
    lowerBound(present.numbers.length, (rank) => isBefore(present, rank, place))

  function isBefore({ numbers, placedAt }: GalleryColumns, rank: number, place: ImagePlace): boolean {
    const at = placedAt[rank] ?? 0
    if (at !== place.placedAt) return at > place.placedAt
    const row = db.get<Omit<ImagePlace, 'placedAt'>>(
      'SELECT job_id AS jobId, position AS "index" FROM images WHERE number = :number',
      { number: numbers[rank] ?? 0 },
    )
    return row !== undefined && compare({ ...row, placedAt: at }, place) < 0
  }

  function touch(numbers: readonly number[]): void {
    if (built !== null) for (const number of numbers) touched.add(number)
  }

  return {
    touch,

    paint(number, placeholder) {
      // One that is still to be read comes with its colour; the rest of the order is as it was.
      if (isBuilt) columns.paint(number, averageColour(placeholder))
      else touch([number])
    },

    async settle() {
      built ??= build().catch((problem: unknown) => {
        // The next one who asks begins again.
        built = null
        throw problem
      })
      await built
      if (touched.size + waiting.size > 0)
        await inSlices(
          () => {
            place()
            return touched.size + waiting.size > 0
          },
          { clock, signal: ending.signal },
        )
    },

    isSettled: () => isBuilt && touched.size + waiting.size === 0,
    version: () => version,
    columns: () => columns.current(),
    firstNumbers: (count) => firstRows(count).map(({ number }) => number),
    batch: (id) => batches.get(id) ?? null,
    rankOf: (wanted) => rankAmong(columns.current(), wanted),
    stop: () => ending.abort(),
  }
}

/** As SQLite compares: texts by their bytes. */
function compare(a: ImagePlace, b: ImagePlace): number {
  if (a.placedAt !== b.placedAt) return b.placedAt - a.placedAt
  if (a.jobId !== b.jobId) return Buffer.compare(Buffer.from(b.jobId), Buffer.from(a.jobId))
  return a.index - b.index
}

function* first<T>(all: Iterable<T>, count: number): Generator<T> {
  let taken = 0
  for (const one of all) {
    if (taken++ === count) return
    yield one
  }
}
