import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Disk } from './disk'
import { look, loseDatabase } from './openDatabase'
import { noteChosen, type Orders } from './orders'
import type { Spending } from './spending'
import type { Press, Undoing } from './undoing'
import type { World } from './world'

/** The computer was off in good order, and then the database is gone: somebody deleted it, for example. */
export interface Losing {
  /** Between two starts. Nothing that the app knew only by it is asked of it any more. */
  strike(): void
  hasStruck(): boolean
  /** The user has rows made from the records of each library. */
  recover(): void
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
      if (createHash('sha256').update(own.bytes).digest('hex') === image.sha256)
        orders.recorded.add(image.sha256)
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

  return {
    strike() {
      disk.flush()
      noteRecorded()
      world.tell(`the database is lost, and ${orders.recorded.size} images have records`)
      for (const id of loseDatabase(`${profile}/cyanotype.db`)) orders.forgotten.add(id)
      disk.erase(`${profile}/cyanotype.db`)
      orders.databaseLostAt = world.elapsed()
      orders.pausedSince = null
      spending.forget()
      undoing.forget()
      exporting.forget()
    },
    hasStruck: () => orders.databaseLostAt !== null,
    recover() {
      const used = libraries.filter((folder) => disk.entries.has(`${folder}/.cyanotype/records`))
      // A move puts files elsewhere, and no rows can be made meanwhile.
      const isMoving = look("SELECT 1 FROM library_moves WHERE step NOT IN ('done', 'undone')").length > 0
      if (orders.databaseLostAt !== null && !isMoving) choose(used)
    },
  }
}
