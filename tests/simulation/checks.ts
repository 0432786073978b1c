import { basename } from 'node:path'
import type { Disk } from './disk'
import { look } from './openDatabase'
import { type Orders, order, promptName } from './orders'
import type { Post, SimulatedService } from './service'
import type { World } from './world'

export interface CheckDeps {
  readonly world: World
  readonly disk: Disk
  /** The folder of the profile that is judged. */
  readonly profile: string
  readonly orders: Orders
  /** Of those who have the same library over other profiles. */
  readonly others: Orders[]
  readonly services: readonly SimulatedService[]
}

export interface JobRow {
  readonly id: string
  readonly state: string
  readonly connection_id: string
  readonly task_id: string | null
  readonly attention_json: string | null
  readonly error_json: string | null
  readonly settled_at: number | null
}

/** Whether a job waits for a connection that the user took away. */
export const isStranded = (attention: string | null): boolean =>
  attention !== null && /"code":"(removed|moved)Refused"/.test(attention)

/** What must hold at any moment. */
export function checkNow({ world, orders, services }: CheckDeps): void {
  allowRows(orders)
  for (const service of services) {
    const seen = new Map<string, number>()
    for (const { key, mayBeBilled } of service.posts) {
      const before = seen.get(key) ?? 0
      if (before > (orders.sendAgain.get(key) ?? 0))
        world.fault(`${key} was paid for ${before} times, and sent again`)
      seen.set(key, before + (mayBeBilled ? 1 : 0))
    }
  }
  const paid = new Map<string, number>()
  for (const { prompt, n, mayBeBilled } of services.flatMap(({ posts }) => posts))
    if (mayBeBilled) paid.set(promptName(prompt), (paid.get(promptName(prompt)) ?? 0) + n)
  for (const [name, images] of paid) {
    const ordered = orders.ordered.get(name) ?? 0
    if (images > ordered) world.fault(`${images} images of “${name}” were paid for, ${ordered} ordered`)
  }
  for (const { id } of look<{ id: string }>('SELECT id FROM jobs WHERE waiting_stopped = 1'))
    if (!orders.stopped.has(id) && !orders.forgotten.has(id))
      world.fault(`nobody waits for ${id}, which is the user's word about an earlier task of it`)
  checkRows(world)
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

/** A row waits in one batch, however often its table was queued: each asks for a name of its own. */
function checkRows(world: World): void {
  const waiting = look<{ connection: string; batch: string; prompt: string }>(
    `SELECT jobs.connection_id AS connection, batch_id AS batch, request_json ->> 'prompt' AS prompt
     FROM jobs JOIN batches ON batches.id = batch_id
     WHERE row IS NOT NULL AND state = 'queued' AND retry_of IS NULL AND sendable_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM bulk_commands)`,
  )
  const batches = new Map<string, string>()
  for (const { connection, batch, prompt } of waiting) {
    const row = `${connection} ${promptName(prompt)}`
    if ((batches.get(row) ?? batch) !== batch) world.fault(`a row of a table waits twice: ${row}`)
    batches.set(row, batch)
  }
}

/**
 * The row of a table whose request failed may be queued again, and then it's paid for once more. Noted when its new
 * batch is seen first.
 */
function allowRows(orders: Orders): void {
  const batches = look<{ id: string }>(
    `SELECT id FROM batches WHERE sendable_at IS NOT NULL AND EXISTS (SELECT 1 FROM batch_rows WHERE batch_id = batches.id)`,
  )
  for (const { id } of batches.filter((batch) => !orders.tableBatches.has(batch.id))) {
    orders.tableBatches.add(id)
    const rows = look<{ prompt: string }>(
      "SELECT request_json ->> 'prompt' AS prompt FROM jobs WHERE batch_id = :id",
      { id },
    )
    const names = new Set(rows.map(({ prompt }) => promptName(prompt)))
    const again = look<{ prompt: string; n: number }>(
      `SELECT request_json ->> 'prompt' AS prompt, coalesce(request_json ->> 'n', 1) AS n FROM jobs
       WHERE batch_id <> :id AND state = 'failed'`,
      { id },
    ).filter(({ prompt }) => names.has(promptName(prompt)))
    for (const { prompt, n } of again) order(orders, prompt, n)
  }
}

const refusedForNow: ReadonlySet<Post['fault']> = new Set([
  ...(['limited', 'limitedZero', 'limitedLong', 'limitedQuota', 'limitedWords'] as const),
  ...(['creditsGone', 'keyRefused'] as const),
])
/** However it is worded: the service took nothing, or says what came of it. */
const saysNo: ReadonlySet<Post['fault']> = new Set([
  ...refusedForNow,
  ...(['refused', 'moderated', 'flagged', 'failed'] as const),
])

/** The last request for each job. */
const lastPosts = ({ posts }: SimulatedService): readonly Post[] => [
  ...new Map(posts.map((post) => [post.key, post])).values(),
]

/** Whether all of the answer to its last request came. */
function isAnswered(id: string): boolean {
  const [last] = look<{ isWhole: number | null }>(
    `SELECT exchange_json ->> 'kind' = 'answered' AND exchange_json ->> '$.answer.complete' = 1 AS isWhole
     FROM attempts WHERE job_id = :id ORDER BY number DESC LIMIT 1`,
    { id },
  )
  return last?.isWhole === 1
}

const ended = new Set(['done', 'failed', 'cancelled', 'uncertain'])

/**
 * What must hold once the world was kind for long, and the user pressed whatever is free. What a run leaves behind may
 * stay until the next start.
 */
export function checkEnd(
  { world, disk, profile, orders, services }: CheckDeps,
  { isStartedAgain }: { readonly isStartedAgain: boolean },
): void {
  const jobs = new Map(look<JobRow>('SELECT * FROM jobs').map((job) => [job.id, job]))
  const archived = new Set(
    look<{ id: string }>('SELECT id FROM connections WHERE archived_at IS NOT NULL').map(({ id }) => id),
  )
  for (const job of jobs.values()) {
    const isLeft = job.state === 'queued' && archived.has(job.connection_id)
    if (!ended.has(job.state) && !isLeft && !isStranded(job.attention_json))
      world.fault(`${job.id} waits for ever as ${job.state}, error ${job.error_json}`)
  }
  for (const { key, fault } of services.flatMap((service) => lastPosts(service)))
    if (
      fault !== null &&
      saysNo.has(fault) &&
      jobs.get(key)?.state === 'uncertain' &&
      isAnswered(key) &&
      !orders.forgotten.has(key)
    )
      world.fault(`${key} was refused (${fault}), and is uncertain`)
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
  if (isStartedAgain)
    for (const [path, { kind }] of disk.entries)
      if (kind === 'file' && isLeftover(path, profile) && !isForgotten(path, orders))
        world.fault(`left behind: ${path}`)
}

/**
 * Without its database the app takes it for a file of another computer, which may still be at work, as another profile
 * is.
 */
const isForgotten = (path: string, { forgotten, ofOthers }: Orders): boolean => {
  const [owner = ''] = basename(path).split('-', 1)
  return path.includes('/.cyanotype/incoming/') && (forgotten.has(owner) || ofOthers.has(owner))
}

function isLeftover(path: string, profile: string): boolean {
  if (path.includes('/spool/') && !path.startsWith(`${profile}/`)) return false
  if (path.includes('/spool/')) return !isOfOpen(path) && !isKept(path) && !isUnknown(path)
  // A folder that was never taken for a library is not cleared up.
  return look<{ path: string }>('SELECT path FROM library_folders').some((library) =>
    path.startsWith(`${library.path}/.cyanotype/incoming/`),
  )
}

/** What came instead of an image stays for the user, as long as its image isn't here. */
const isKept = (path: string): boolean =>
  look(
    `SELECT 1 FROM items WHERE state NOT IN ('saved', 'abandoned')
       AND (spool_file = :path OR instr(:path, '/' || job_id || '-' || (position + 1) || '-kept') > 0)`,
    { path },
  ).length > 0 ||
  look("SELECT 1 FROM found_images WHERE spool_file = :path AND state <> 'taken'", { path }).length > 0

/**
 * What no row knows stays for a year, except what is nobody's: it may be of a database that was lost. So does what a kill
 * left of the notes about a picture that was being fetched, and a picture that was found, whatever its job has since.
 */
const isUnknown = (path: string): boolean =>
  /-found\.bin\.json\.\w+\.new$/.test(path) ||
  isFoundByNobody(path) ||
  (!/\/\d+-\d+\.part$/.test(path) &&
    look(
      `SELECT 1 FROM attempts WHERE id = :owner UNION SELECT 1 FROM items WHERE :path = spool_file
         OR (:owner = job_id AND instr(:path, '-kept-') = 0)
         OR instr(:path, '/' || job_id || '-' || (position + 1) || '-kept') > 0`,
      {
        owner: ownerOf(path),
        path,
      },
    ).length === 0)

function isFoundByNobody(path: string): boolean {
  const [file] = /^.*-found\.bin(?=(?:\.json)?$)/.exec(path) ?? []
  if (file === undefined) return false
  return look('SELECT 1 FROM found_images WHERE spool_file = :file', { file }).length === 0
}

const ownerOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .split('-', 1)
    .join()

/**
 * What came of an answer stays while nobody knows the outcome of its request, and while its job lacks an image: the user
 * may find it there. Files are named by their attempt.
 */
function isOfOpen(path: string): boolean {
  return (
    look(
      `SELECT 1 FROM attempts JOIN jobs ON jobs.id = job_id WHERE attempts.id = :owner
         AND (state = 'uncertain' OR coalesce(request_json ->> '$.n', 1) >
           (SELECT count(*) FROM items WHERE items.job_id = jobs.id AND items.state = 'saved'))`,
      { owner: ownerOf(path) },
    ).length > 0
  )
}
