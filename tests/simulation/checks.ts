import { createHash } from 'node:crypto'
import type { Disk } from './disk'
import { look } from './openDatabase'
import { chosenIn, type Orders } from './person'
import type { Post, SimulatedService } from './service'
import type { World } from './world'

export interface CheckDeps {
  readonly world: World
  readonly disk: Disk
  readonly orders: Orders
  readonly services: readonly SimulatedService[]
}

interface JobRow {
  readonly id: string
  readonly state: string
  readonly connection_id: string
  readonly attention_json: string | null
  readonly waiting_stopped: number
  readonly error_json: string | null
}

/** What must hold at any moment. */
export function checkNow({ world, orders, services }: CheckDeps): void {
  for (const service of services) {
    const seen = new Map<string, number>()
    for (const { key, mayBeBilled } of service.posts) {
      const before = seen.get(key) ?? 0
      if (before > (orders.sendAgain.get(key) ?? 0))
        world.fault(`${key} was paid for ${before} times, and sent again`)
      seen.set(key, before + (mayBeBilled ? 1 : 0))
    }
  }
  const dropped = look<{ id: string }>(
    `SELECT job_id AS id FROM attempts WHERE outcome = 'interrupted' AND exchange_json IS NOT NULL`,
  )
  for (const { id } of dropped) world.fault(`${id} is taken for interrupted, and was answered`)
  const unkept = look<{ id: string }>(
    `SELECT job_id AS id FROM attempts WHERE outcome <> 'interrupted' AND exchanged_at IS NULL`,
  )
  for (const { id } of unkept) world.fault(`the answer to ${id} was read before it was kept`)
  const unsaved = look<{ job: string }>(
    `SELECT items.job_id AS job FROM items WHERE state = 'saved' AND image_id IS NULL`,
  )
  if (unsaved.length > 0) world.fault('an item is saved without an image')
  const wrong = look<{ id: string; state: string }>(
    `SELECT id, state FROM jobs WHERE state = 'done'
     AND EXISTS (SELECT 1 FROM items WHERE job_id = jobs.id AND items.state IN ('pending', 'ready'))`,
  )
  for (const { id } of wrong) world.fault(`${id} is done, and an item of it is open`)
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const ended = new Set(['done', 'failed', 'cancelled', 'uncertain'])

/**
 * What must hold once the world was kind for long, and the person pressed whatever is free. What a run leaves behind may
 * stay until the next start.
 */
export function checkEnd(
  { world, disk, orders, services }: CheckDeps,
  { isStartedAgain }: { readonly isStartedAgain: boolean },
): void {
  const jobs = new Map(look<JobRow>('SELECT * FROM jobs').map((job) => [job.id, job]))
  const archived = new Set(
    look<{ id: string }>('SELECT id FROM connections WHERE archived_at IS NOT NULL').map(({ id }) => id),
  )
  for (const job of jobs.values()) {
    const asks = job.attention_json !== null || job.waiting_stopped === 1
    const isLeft = job.state === 'queued' && archived.has(job.connection_id)
    if (!ended.has(job.state) && !asks && !isLeft)
      world.fault(`${job.id} waits for ever as ${job.state}, error ${job.error_json}`)
  }
  const refusedForNow = new Set<Post['fault']>([
    'limited',
    'limitedZero',
    'limitedLong',
    'creditsGone',
    'keyRefused',
  ])
  const unanswered = new Set(
    look<{ id: string }>(
      "SELECT job_id AS id FROM attempts WHERE outcome IN ('uncertain', 'interrupted')",
    ).map(({ id }) => id),
  )
  for (const job of jobs.values()) {
    const posts = services.flatMap((service) => service.posts.filter(({ key }) => key === job.id))
    const isOnlyRefused = posts.every(({ fault }) => refusedForNow.has(fault))
    if (job.state === 'failed' && posts.length > 0 && isOnlyRefused && !unanswered.has(job.id))
      world.fault(`${job.id} was only told to come later, and failed with ${job.error_json}`)
  }
  const files = new Map<string, string[]>()
  for (const [path, inode] of disk.entries) {
    if (inode.kind !== 'file') continue
    const [, library] = /^(\/world\/library2?)\/\d{4}\//.exec(path) ?? []
    if (library !== undefined) {
      const sha256 = sha256Of(inode.bytes)
      files.set(sha256, [...(files.get(sha256) ?? []), library])
    } else if (isStartedAgain && isLeftover(path)) world.fault(`left behind: ${path}`)
  }
  const begunAnew = hiddenByWord(disk, orders)
  const cutShort = new Set(
    look<{ id: string }>(
      "SELECT job_id AS id FROM items WHERE state = 'failed' AND error_json ->> 'code' = 'interrupted'",
    ).map(({ id }) => id),
  )
  const tasks = services.flatMap((service) => [...service.tasks.values()])
  const newest = new Map(tasks.map((task) => [task.key, task]))
  for (const task of tasks) {
    const job = jobs.get(task.key)
    if (job === undefined) {
      world.fault(`${task.id} was made for ${task.key}, which no row knows`)
      continue
    }
    const isExplained =
      // Nobody knew what became of it when the person sent the request again.
      newest.get(task.key) !== task ||
      // What a Direct answer held that had not come whole when the app was killed: no one else has it.
      (!task.background && cutShort.has(job.id)) ||
      job.state === 'uncertain' ||
      ((job.state === 'failed' || job.state === 'cancelled') && unanswered.has(job.id)) ||
      job.waiting_stopped === 1 ||
      job.attention_json !== null
    for (const { name, told, picture } of task.entries) {
      const libraries = files.get(picture.sha256) ?? []
      if (isTwice(libraries, disk) && !orders.sendAgain.has(task.key))
        world.fault(`${name} is on disk ${libraries.length} times`)
      const isByWord = orders.deleted.has(picture.sha256) || begunAnew.has(picture.sha256)
      if (told && libraries.length === 0 && !isExplained && !isByWord)
        world.fault(`${name} was told and is not on disk; ${job.id} is ${job.state}, ${itemsOf(job.id)}`)
    }
  }
}

/** Images in a library that the person began anew where its drive was unplugged, by sha256. */
function hiddenByWord(disk: Disk, orders: Orders): ReadonlySet<string> {
  return new Set(
    disk.volumes.flatMap(({ path, absences }) =>
      absences
        .filter((absence) => chosenIn(absence, orders.chosen.get(path)))
        .flatMap(({ hidden }) => hidden.map(sha256Of)),
    ),
  )
}

/**
 * An image that a library took too long for is saved in the next one. If the first one takes it after all, it stays: a
 * duplicate costs less than a file removed by mistake, for example where two paths lead to one drive.
 */
function isTwice(libraries: readonly string[], disk: Disk): boolean {
  if (libraries.length < 2) return false
  const isOneEach = new Set(libraries).size === libraries.length
  return !isOneEach || !libraries.some((path) => disk.volumeOf(path)?.madeWait === true)
}

function isLeftover(path: string): boolean {
  if (path.includes('/spool/')) return !isOfUncertain(path)
  // A folder that was never taken for a library is not cleared up.
  return look<{ path: string }>('SELECT path FROM library_folders').some((library) =>
    path.startsWith(`${library.path}/.cyanotype/incoming/`),
  )
}

/** What came of an answer stays while nobody knows the outcome of its request: files are named by their attempt. */
function isOfUncertain(path: string): boolean {
  const [owner = ''] = path.slice(path.lastIndexOf('/') + 1).split('-', 1)
  return (
    look(
      "SELECT 1 FROM attempts JOIN jobs ON jobs.id = job_id WHERE attempts.id = :owner AND state = 'uncertain'",
      {
        owner,
      },
    ).length > 0
  )
}

function itemsOf(jobId: string): string {
  return JSON.stringify(
    look(
      `SELECT items.position, items.state, items.image_id, items.error_json ->> 'code' AS error, images.file FROM items
       LEFT JOIN images ON images.id = items.image_id WHERE items.job_id = :jobId`,
      { jobId },
    ),
  )
}
