import { basename } from 'node:path'
import { z } from 'zod'
import type { Disk } from './disk'
import { copyDatabase, findersIn, jobsIn, look, loseDatabase } from './openDatabase'
import { noteChosen, type Orders, order } from './orders'
import { sha256Of } from './picture'
import type { Spending } from './spending'
import type { Press, Undoing } from './undoing'
import type { World } from './world'

/**
 * The computer was off in good order, and then the database is gone, because somebody deleted it, for example, or it is an
 * earlier one again, from a backup.
 */
export interface Losing {
  /** Between two starts. Nothing that the app knew only by it is asked of it any more. */
  strike(): void
  hasStruck(): boolean
  /** Somebody copies the database as it is now. */
  copy(): void
  /** Between two starts: the copy takes the place of the database, if there is one. */
  putBack(): boolean
  /** The user says that what waits in it may be sent, or keeps it waiting. */
  answer(): void
  /** The user has rows made from the records of each library. */
  recover(): void
  /** What must hold once the world was kind for long. */
  check(): void
}

const libraries = ['/world/library', '/world/library2', '/world/library3'] as const

/** What a record must say, whatever else it holds. */
const recordSchema = z.object({
  file: z.string(),
  image: z.object({ jobId: z.string(), sha256: z.string() }),
  marks: z.object({ deletedAt: z.number().nullable() }),
})

/** Null for one that the power tore. */
function readRecord(text: string): z.infer<typeof recordSchema> | null {
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function createLosing(deps: {
  readonly world: World
  readonly desktop: { chosenFolder: string | null }
  readonly disk: Disk
  readonly profile: string
  readonly orders: Orders
  readonly spending: Spending
  readonly undoing: Pick<Undoing, 'forget'>
  readonly exporting: { forget(): void }
  readonly press: Press
}): Losing {
  const { world, desktop, disk, profile, orders, spending, undoing, exporting, press } = deps

  /** Images that have a file and a record, and aren't in the trash. */
  function noteRecorded(): void {
    for (const [path, inode] of disk.entries) {
      const library = libraries.find((folder) => path.startsWith(`${folder}/.cyanotype/records/`))
      if (library === undefined || inode.kind !== 'file') continue
      const record = readRecord(inode.bytes.toString())
      if (record === null) continue
      const { file, image, marks } = record
      const own = disk.entries.get(`${library}/${file}`)
      if (own === undefined || marks.deletedAt !== null) continue
      if (sha256Of(own.bytes) === image.sha256) orders.recorded.add(image.sha256)
    }
  }

  /** One after another: there is one dialog. */
  function choose(folders: readonly string[]): void {
    const [folder, ...others] = folders
    if (folder === undefined) {
      press('has rows made from records', 'library.rebuild', null)
      return
    }
    desktop.chosenFolder = folder
    noteChosen(orders, folder, world.elapsed())
    press(`chooses ${folder} again`, 'library.choose', null, () => choose(others))
  }

  /** `since`: the app knows nothing of what was done from then on. Since the world began. */
  function forget(jobs: readonly string[], since: number): void {
    for (const id of jobs) orders.forgotten.add(id)
    orders.databaseLostAt = world.elapsed()
    orders.pausedSince = null
    spending.forget(since)
    undoing.forget()
    exporting.forget()
  }

  /** Pictures that were found in answers, and that the database of today knows nothing about: path by sha256. */
  const unknown = new Map<string, string>()

  /** Those that came whole: nothing is noted beside them. */
  function noteUnknown(): void {
    const finders = new Set(findersIn(database))
    for (const [path, { bytes }] of disk.entries)
      if (
        path.startsWith(`${profile}/spool/`) &&
        path.endsWith('-found.bin') &&
        !disk.entries.has(`${path}.json`) &&
        !finders.has(basename(path).split('-', 1).join())
      )
        unknown.set(sha256Of(bytes), path)
  }

  const database = `${profile}/cyanotype.db`
  let copied: { readonly at: number; readonly putBack: () => void } | null = null

  return {
    strike() {
      disk.flush()
      noteRecorded()
      world.tell(`the database is lost, and ${orders.recorded.size} images have records`)
      forget(loseDatabase(database), 0)
      disk.erase(database)
      noteUnknown()
    },
    copy() {
      world.tell('somebody copies the database')
      copied = { at: world.elapsed(), putBack: copyDatabase(database) }
    },
    putBack() {
      if (copied === null) return false
      disk.flush()
      noteRecorded()
      world.tell(`the database is put back, and ${orders.recorded.size} images have records`)
      const jobs = jobsIn(database)
      copied.putBack()
      noteUnknown()
      forget(jobs, copied.at)
      const { pausedConnections, pausedBatches, removed, cancelled, beingCancelled } = orders
      for (const known of [pausedConnections, pausedBatches, removed, cancelled, beingCancelled])
        known.clear()
      orders.isPutBack = true
      return true
    },
    answer() {
      const send = world.random.chance(0.5)
      orders.isPutBack = !send
      const waiting = look<{ id: string; prompt: string; n: number }>(
        `SELECT id, request_json ->> 'prompt' AS prompt, coalesce(request_json ->> 'n', 1) AS n FROM jobs
         WHERE state IN ('queued', 'sending')`,
      )
      if (send)
        for (const { id, prompt, n } of waiting) {
          orders.sendAgain.set(id, (orders.sendAgain.get(id) ?? 0) + 1)
          order(orders, prompt, n)
        }
      press(`says that what waits ${send ? 'may be sent' : 'is to wait'}`, 'queue.answer', { send })
    },
    hasStruck: () => orders.databaseLostAt !== null,
    recover() {
      const used = libraries.filter((folder) => disk.entries.has(`${folder}/.cyanotype/records`))
      // A move puts files elsewhere, and no rows can be made meanwhile.
      const isMoving = look("SELECT 1 FROM library_moves WHERE step NOT IN ('done', 'undone')").length > 0
      if (orders.databaseLostAt !== null && !isMoving) choose(used)
    },
    check() {
      const there = new Set([...disk.entries.values()].map(({ bytes }) => sha256Of(bytes)))
      for (const [sha256, path] of unknown)
        if (
          !there.has(sha256) &&
          ![orders.deleted, orders.lost, orders.refused].some((shas) => shas.has(sha256))
        )
          world.fault(`${path} was found in an answer, and is gone with the database`)
    },
  }
}
