import { type CheckDeps, isStranded, type JobRow } from './checks'
import type { Disk } from './disk'
import { look } from './openDatabase'
import { chosenIn, type Orders } from './orders'
import { sha256Of } from './picture'
import type { Entry, Task } from './service'
import type { World } from './world'

/**
 * Every image that a service made for the user is in the gallery once, also a file that is only kept, or it is clear why
 * not. Bytes that nobody knows are kept, and text is taken for no image.
 */
export function checkImages({ world, disk, orders, others, services }: CheckDeps): void {
  const users = [orders, ...others]
  const jobs = new Map(look<JobRow>('SELECT * FROM jobs').map((job) => [job.id, job]))
  const files = filesOf(disk)
  const spooled = spooledFiles(disk)
  const made = services.flatMap((service) => [...service.tasks.values()].map((task) => ({ task, service })))
  const begunAnew = users.map((one) => hiddenByWord(disk, one))
  const newest = new Map(made.map(({ task }) => [task.key, task]))

  if (others.length === 0) checkBytes(world, disk)
  for (const { task, service } of made) {
    const job = jobs.get(task.key)
    const isForgotten = orders.forgotten.has(task.key)
    // A job of a database that was put back may have been sent once more.
    if (job === undefined || (isForgotten && task.madeAt <= (orders.databaseLostAt ?? 0))) {
      if (isForgotten) checkRecorded(world, disk, orders, task, hiddenByWord(disk, orders))
      else world.fault(`${task.id} was made for ${task.key}, which no row knows`)
      continue
    }
    // Nobody knew what became of the others when the user sent the request again.
    const isNewest = newest.get(task.key) === task
    // Its connection was taken away, and so was its key, or the service no longer takes it.
    const isOutOfReach = isStranded(job.attention_json) && (service.refusedKey || orders.reopened.has(job.id))
    const isExplained = !isNewest || isGivenUp(job) || isCutShort(job, task) || isOutOfReach
    if (
      isNewest &&
      job.state === 'uncertain' &&
      task.entries.some(({ told }) => told) &&
      lastTaken(job).isWhole
    )
      world.fault(`${job.id} is uncertain, and its whole answer is kept`)
    for (const entry of task.entries) {
      const { name, picture, odd } = entry
      if (odd === 'text' || odd === 'unknown') {
        if (isShown(disk, job.id, picture.sha256)) world.fault(`${name} is ${odd}, and in the gallery`)
        const isMissing = odd === 'unknown' && !spooled.has(picture.sha256)
        if (isMissing && !isExplained && isDue(job, task, entry))
          world.fault(`${name} is not kept; ${job.id} is ${job.state}, ${itemsOf(job.id)}`)
        continue
      }
      const libraries = files.get(picture.sha256) ?? []
      const isByWord = [
        ...users.flatMap(({ deleted, lost, refused }) => [deleted, lost, refused]),
        ...begunAnew,
      ].some((shas) => shas.has(picture.sha256))
      if (isTwice(libraries, disk, users) && !orders.sendAgain.has(task.key))
        world.fault(`${name} is on disk ${libraries.length} times`)
      const isSaid = isShown(disk, job.id, picture.sha256) || isSaidMissing(job.id, picture.sha256, others)
      if (libraries.length > 0 && !isByWord && !isSaid)
        world.fault(`${name} is on disk, and not in the gallery; ${itemsOf(job.id)}`)
      if (libraries.length === 0 && !isByWord && !isExplained && isDue(job, task, entry))
        world.fault(`${name} is not on disk; ${job.id} is ${job.state}, ${itemsOf(job.id)}`)
    }
  }
}

/** What had a file and a record when the database was lost, or put back, is in the gallery again. */
function checkRecorded(
  world: World,
  disk: Disk,
  orders: Orders,
  { key, entries }: Task,
  hidden: ReadonlySet<string>,
): void {
  for (const { name, picture } of entries) {
    const { sha256 } = picture
    if (hidden.has(sha256)) continue
    if (!orders.recorded.has(sha256) || orders.deleted.has(sha256) || orders.lost.has(sha256)) continue
    if (!isShown(disk, key, sha256)) world.fault(`${name} had a record, and is not in the gallery`)
  }
}

/**
 * Nobody in this world edits a picture: the file of an image has its bytes. What was sent again after the database was put
 * back may have one of that name in each of two libraries.
 */
function checkBytes(world: World, disk: Disk): void {
  for (const { file, sha256 } of look<{ file: string; sha256: string }>('SELECT file, sha256 FROM images')) {
    const found = disk.volumes.flatMap(({ path }) => disk.entries.get(`${path}/${file}`)?.bytes ?? [])
    const isRight = (bytes: Buffer): boolean => sha256Of(bytes) === sha256
    if (found.length > 0 && !found.some((bytes) => isRight(bytes) || isClaim(bytes)))
      world.fault(`${file} has other bytes`)
  }
}

/** What a kill leaves of a name that was claimed for a file, which is then fetched again when the user asks. */
const isClaim = (bytes: Buffer): boolean => bytes.length < 100 && bytes.toString('latin1').endsWith('.part\n')

/** Named in an answer, or made for a task that the app knows, before that task ended. */
const isDue = (job: JobRow, task: Task, { told, readyAt }: Entry): boolean =>
  told || (task.background && job.task_id === task.id && readyAt <= task.doneAt)

/** What a kill or the network cut off is unknown for good: the job says so. A whole answer that is kept is no such end. */
function isGivenUp(job: JobRow): boolean {
  if (job.state === 'uncertain') return true
  // Its service didn't know the id that was found in the answer, and the user let it go.
  if (job.error_json?.includes('"taskUnproven"') === true && job.settled_at !== null) return true
  if (job.state !== 'failed' && job.state !== 'cancelled') return false
  const { outcome, isWhole } = lastTaken(job)
  return (outcome === 'uncertain' || outcome === 'interrupted') && !isWhole
}

/** What a Direct answer held that had not come whole when the app was killed: no one else has it. */
function isCutShort({ id }: JobRow, task: Task): boolean {
  const cut = look(
    "SELECT 1 FROM items WHERE job_id = :id AND state = 'failed' AND error_json ->> 'code' = 'interrupted'",
    { id },
  )
  return !task.background && cut.length > 0
}

/**
 * Images in a library that the user began anew where its drive was unplugged, by sha256. Without its database the app
 * does so by itself: it knows of no library then.
 */
function hiddenByWord(disk: Disk, orders: Orders): ReadonlySet<string> {
  return new Set(
    disk.volumes.flatMap(({ path, absences }) =>
      absences
        .filter(
          (absence) =>
            chosenIn(absence, orders.chosen.get(path)) ||
            (orders.databaseLostAt !== null && absence.until > orders.databaseLostAt),
        )
        .flatMap(({ hidden }) => hidden.map(sha256Of)),
    ),
  )
}

/** The last request of a job that the service didn't turn down: its end, and whether its whole answer is kept. */
function lastTaken({ id }: JobRow): { readonly outcome: string | null; readonly isWhole: boolean } {
  const [last] = look<{ outcome: string; isWhole: number | null }>(
    `SELECT outcome, exchange_json ->> 'kind' = 'answered' AND exchange_json ->> '$.answer.complete' = 1
       AND exchange_json ->> '$.answer.status' = 200 AS isWhole
     FROM attempts WHERE job_id = :id AND outcome NOT IN ('unsent', 'limited', 'refused')
     ORDER BY number DESC LIMIT 1`,
    { id },
  )
  return { outcome: last?.outcome ?? null, isWhole: last?.isWhole === 1 }
}

/** The libraries that hold an image, by its sha256; one of them twice if it holds it twice. */
function filesOf(disk: Disk): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>()
  for (const [path, inode] of disk.entries) {
    const [, library] = /^(\/world\/library[23]?)\/\d{4}\//.exec(path) ?? []
    if (inode.kind !== 'file' || library === undefined) continue
    const sha256 = sha256Of(inode.bytes)
    files.set(sha256, [...(files.get(sha256) ?? []), library])
  }
  return files
}

/** What is kept for an item and is no image, by its sha256. */
function spooledFiles(disk: Disk): ReadonlySet<string> {
  const named = look<{ path: string }>('SELECT spool_file AS path FROM items WHERE spool_file IS NOT NULL')
  const kept = named.flatMap(({ path }) => disk.entries.get(path) ?? [])
  const later = [...disk.entries].flatMap(([path, entry]) => (path.includes('-kept-') ? [entry] : []))
  return new Set([...kept, ...later].map(({ bytes }) => sha256Of(bytes)))
}

/**
 * An image that a library took too long for is saved in the next one. If the first one takes it after all, it stays: a
 * duplicate costs less than a file removed by mistake, for example where two paths lead to one drive. Nor does it matter if
 * the power goes before the removal of an original that was moved is durable.
 */
function isTwice(libraries: readonly string[], disk: Disk, users: readonly Orders[]): boolean {
  if (libraries.length < 2) return false
  const isOneEach = new Set(libraries).size === libraries.length
  const hasMoved = users.some((one) => one.hasMoved)
  return !isOneEach || !(hasMoved || libraries.some((path) => disk.volumeOf(path)?.madeWait === true))
}

/** Whether a row of that job leads to a file. */
export function isShown(disk: Pick<Disk, 'entries' | 'volumes'>, id: string, sha256: string): boolean {
  return look<{ file: string }>(
    'SELECT file FROM images WHERE job_id = :id AND sha256 = :sha256 AND deleted_at IS NULL',
    { id, sha256 },
  ).some(({ file }) => disk.volumes.some((volume) => disk.entries.has(`${volume.path}/${file}`)))
}

/** Whether it was moved over another profile to where this one doesn't look, and its row stands and says so. */
const isSaidMissing = (id: string, sha256: string, others: readonly Orders[]): boolean =>
  others.some(({ hasMoved }) => hasMoved) &&
  look(
    `SELECT 1 FROM images WHERE job_id = :id AND sha256 = :sha256 AND deleted_at IS NULL AND outside = 'missing'`,
    { id, sha256 },
  ).length > 0

function itemsOf(jobId: string): string {
  return JSON.stringify(
    look(
      `SELECT items.position, items.state, items.image_id, items.error_json ->> 'code' AS error, images.file FROM items
       LEFT JOIN images ON images.id = items.image_id WHERE items.job_id = :jobId`,
      { jobId },
    ),
  )
}
