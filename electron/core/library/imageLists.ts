import type { ImageSelection } from '@shared/model/imageSelection'
import type { Database } from '../db/database'
import type { Clock } from '../ports'
import { inSlices } from '../slices'
import type { GalleryLists } from './galleryLists'
import { batchImageName } from './imageName'
import type { ImageRows } from './imageRows'
import type { ListedImage, ListOfImages } from './library'

/** Images to be gone through one by one, however many they are: their rows are read a few at a time. */
export interface ImageLists {
  selected(selection: ImageSelection): Promise<ListOfImages>
  /** All images of a batch. A retried job takes the place of the job it replaces. */
  ofBatch(batchId: string): Promise<ListOfImages>
  stop(): void
}

const rowsAtOnce = 200

interface BatchImageRow {
  readonly image: number
  /** The row of the job that this one, or the one it replaces, was first. */
  readonly job: number
  /** That job's row in the table it came from; otherwise its place among the jobs of the batch, from 1. */
  readonly place: number
}

interface NamedRow {
  readonly at: number
  readonly id: string
  readonly name: string
  readonly position: number
  readonly of: number
  readonly format: string
}

export function createImageLists(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
  readonly lists: Pick<GalleryLists, 'selectedInOrder'>
  readonly rows: Pick<ImageRows, 'idsOf'>
}): ImageLists {
  const { db, clock, lists, rows } = deps
  const ending = new AbortController()

  async function imagesOfBatch(batchId: string): Promise<readonly BatchImageRow[]> {
    const { first, last } = db.get<{ first: number | null; last: number | null }>(
      'SELECT min(rowid) AS first, max(rowid) AS last FROM jobs WHERE batch_id = :batchId',
      { batchId },
    ) ?? { first: null, last: null }
    const found: BatchImageRow[] = []
    if (first === null || last === null) return found
    let after = first - 1
    let jobs = 0
    await inSlices(
      (size) => {
        const range = { batchId, after, until: Math.min(last, after + size) }
        for (const image of imagesOfJobs(range, jobs)) found.push(image)
        jobs += firstJobs(range)
        after = range.until
        return after < last
      },
      { clock, signal: ending.signal },
    )
    return found
  }

  /** Not by the index of batches: the rows say where to look. */
  const firstJobsOf = `FROM jobs
    WHERE rowid > :after AND rowid <= :until AND +batch_id = :batchId AND +retry_of IS NULL`

  const firstJobs = (range: { batchId: string; after: number; until: number }): number =>
    db.get<{ jobs: number }>(`SELECT count(*) AS jobs ${firstJobsOf}`, range)?.jobs ?? 0

  /** In the order of the jobs; `before` is how many there were before. */
  const imagesOfJobs = (
    range: { batchId: string; after: number; until: number },
    before: number,
  ): readonly BatchImageRow[] =>
    db.all<BatchImageRow>(
      `WITH RECURSIVE line (id, number, job, row) AS (
         SELECT id, :before + row_number() OVER (ORDER BY rowid), rowid, row ${firstJobsOf}
         UNION ALL
         SELECT jobs.id, line.number, line.job, line.row FROM line JOIN jobs ON jobs.retry_of = line.id)
       SELECT images.number AS image, line.job, coalesce(line.row, line.number) AS place
       FROM line CROSS JOIN images ON images.job_id = line.id WHERE images.deleted_at IS NULL
       ORDER BY line.number, line.id, images.position`,
      { ...range, before },
    )

  function named(images: readonly BatchImageRow[], digits: number): readonly ListedImage[] {
    const found = db.all<NamedRow>(
      `SELECT wanted.key AS at, images.id, coalesce(jobs.name, images.prompt) AS name, images.position, images.of,
         images.format
       FROM json_each(:images) AS wanted
         JOIN images ON images.number = wanted.value ->> 0 JOIN jobs ON jobs.rowid = wanted.value ->> 1
       ORDER BY wanted.key`,
      { images: JSON.stringify(images.map(({ image, job }) => [image, job])) },
    )
    return found.map(({ at, id, name, position, of, format }) => ({
      imageId: id,
      name: batchImageName({
        number: String(images[at]?.place ?? 0).padStart(digits, '0'),
        words: name,
        index: position,
        of,
        format,
      }),
    }))
  }

  return {
    async selected(selection) {
      const numbers = await lists.selectedInOrder(selection)
      const read = (some: readonly number[]) =>
        rows.idsOf(some).map((imageId): ListedImage => ({ imageId, name: null }))
      return { total: numbers.length, images: () => inParts(numbers, read) }
    },

    async ofBatch(batchId) {
      const images = inOrder(await imagesOfBatch(batchId))
      const digits = Math.max(3, String(images.at(-1)?.place ?? 0).length)
      return { total: images.length, images: () => inParts(images, (some) => named(some, digits)) }
    },

    stop: () => ending.abort(),
  }
}

/** By place, which is mostly the order they are in. As numbers, which are sorted much faster than rows. */
function inOrder(images: readonly BatchImageRow[]): readonly BatchImageRow[] {
  if (images.every(({ place }, at) => place >= (images[at - 1]?.place ?? 0))) return images
  const each = 2 ** 21
  const keys = new Float64Array(images.length)
  for (const [at, { place }] of images.entries()) keys[at] = place * each + at
  const ordered: BatchImageRow[] = []
  for (const key of keys.sort()) {
    const image = images[key % each]
    if (image !== undefined) ordered.push(image)
  }
  return ordered
}

async function* inParts<T>(
  all: readonly T[],
  read: (some: readonly T[]) => readonly ListedImage[],
): AsyncGenerator<ListedImage> {
  for (let begin = 0; begin < all.length; begin += rowsAtOnce)
    yield* read(all.slice(begin, begin + rowsAtOnce))
}
