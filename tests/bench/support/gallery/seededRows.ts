import type { Database } from '../../../../electron/core/db/database'
import { newId } from '../../../../electron/core/ids'
import { dayFolder, imageName } from '../../../../electron/core/library/imageName'
import type { ImageRows } from '../../../../electron/core/library/imageRows'
import type { NewImage } from '../../../../electron/core/library/library'
import { idOf, insertGroup } from '../scale/rows'
import { insertConnection } from '../scale/world'

/** An image of the library, and which drawn picture it is a copy of. */
export interface SeededImage {
  readonly id: string
  /** Inside the library. */
  readonly file: string
  readonly picture: number
}

/** What of a row comes from its picture. */
export type SeededPicture = Pick<NewImage, 'width' | 'height' | 'format' | 'bytes' | 'sha256' | 'placeholder'>

const day = 24 * 60 * 60_000
const years = 2 * 365 * day
const perJob = 4
const perBatch = 100

const models = ['aurora-2', 'aurora-2', 'sketch-1', 'aurora-2-fast'] as const
const things = ['harbour', 'heron', 'quarry', 'lantern', 'meadow', 'kiln', 'glacier'] as const
const times = ['noon', 'dusk', 'dawn', 'night', 'first frost'] as const
const manners = ['blue and white print', 'long exposure', 'soft grain', '灯台と海', 'pen on paper'] as const

/**
 * Fills an empty database with the work of two years: done jobs of four images each, in batches, and their images.
 * Returns the images, the oldest first.
 */
export function seedRows(
  deps: { readonly db: Database; readonly images: ImageRows },
  rows: number,
  pictures: readonly SeededPicture[],
): readonly SeededImage[] {
  const { db, images } = deps
  const now = Date.now()
  const connectionId = newId(now)
  const jobs = Math.ceil(rows / perJob)
  const seeded: SeededImage[] = []
  db.transaction(() => {
    insertConnection(db, { id: connectionId, now, slots: 8 })
    insertGroup(
      db,
      {
        ...{ name: 'Studies', state: 'done', jobs, batches: Math.ceil(jobs / perBatch), images: perJob },
        ...{ age: years, spacing: Math.floor(years / jobs) },
      },
      { connectionId, now, firstJob: 1, firstBatch: 1 },
    )
    for (let n = 0; n < rows; n++) {
      const picture = n % pictures.length
      const shape = pictures[picture]
      if (shape === undefined) throw new Error('there is no picture')
      const jobNumber = Math.floor(n / perJob)
      const jobId = idOf('job', jobNumber + 1)
      const index = n % perJob
      const createdAt = now - years + Math.floor((years / rows) * n)
      const prompt = promptOf(jobNumber)
      const image: NewImage = {
        ...{ ...shape, id: newId(createdAt), jobId, index, of: perJob, decoded: true },
        asked: { model: models[jobNumber % models.length] ?? models[0], prompt, mode: 'background' },
        ...{ revisedPrompt: null, connectionId, connectionName: 'Demo' },
        ...{ taskId: `task_${jobNumber + 1}`, brought: null, tookMs: 4000, createdAt },
      }
      const file = `${dayFolder(createdAt)}/${imageName({ words: prompt, jobId, index, format: shape.format })}`
      images.insert(image, file)
      seeded.push({ id: image.id, file, picture })
    }
    for (const [n, { id }] of seeded.entries())
      db.run(`INSERT INTO items (job_id, position, state, image_id) VALUES (:jobId, :index, 'saved', :id)`, {
        jobId: idOf('job', Math.floor(n / perJob) + 1),
        index: n % perJob,
        id,
      })
  })
  // In a library that grew image by image, the text index was merged with each.
  db.run("INSERT INTO images_text (images_text) VALUES ('optimize')")
  return seeded
}

const promptOf = (n: number): string =>
  `Study ${n + 1} of a ${things[n % things.length]} at ${times[n % times.length]}, ${manners[(n >> 3) % manners.length]}`
