import { traceOf } from '../errorTrace'
import type { Clock, Logger, Opener } from '../ports'
import type { StartRecord } from '../startRecord'
import { systemCode } from '../systemCode'
import { late, within } from '../within'
import { type FolderGates, silence } from './folderGates'
import { removeRecord } from './imageRecords'
import type { DeletedImage, ImageRows } from './imageRows'
import type { LibraryFolders } from './libraryFolders'
import type { Thumbnails } from './thumbnails'

/**
 * Deleting first records the intention; the file goes to the system's trash once the deletion can't be undone any more.
 * The intention, a hidden row, is kept until every folder has answered and one of them had the image. A folder that
 * comes back therefore never brings a deleted image back.
 */
export interface Deletions {
  /**
   * Completes deletions that can't be undone any more: those that an earlier run began, and those that waited for a
   * folder.
   */
  finish(): Promise<void>
  delete(ids: readonly string[]): number
  /** Restores what was deleted in this run and can still be undone. */
  restore(ids: readonly string[]): number
  /** Unfinished deletions wait for the next start. */
  stop(): Promise<void>
}

export interface DeletionsDeps {
  readonly rows: ImageRows
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly thumbnails: Pick<Thumbnails, 'remove'>
  readonly opener: Pick<Opener, 'trash'>
  readonly clock: Clock
  readonly logger: Logger
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  /** Milliseconds in which a deletion can be undone. */
  readonly undoMs: number
  /** A deletion waits for this folder. */
  readonly onAway: (folder: string) => void
}

/** Milliseconds the system's trash may take for one file. */
const trashMs = 60_000

export function createDeletions(deps: DeletionsDeps): Deletions {
  const { rows, folders, gates, thumbnails, opener, clock, logger, starts, undoMs, onAway } = deps
  /**
   * Ids that can still be undone, with the press of the button that deleted them. Any other deletion is from an earlier
   * run or can't be undone any more, whatever the clock says and however late the library starts.
   */
  const open = new Map<string, symbol>()
  const timers = new Set<() => void>()
  let going: Promise<void> = Promise.resolve()
  let stopped = false

  /** Returns whether the image is gone. */
  async function discard(image: DeletedImage): Promise<boolean> {
    try {
      const traces = []
      for (const folder of folders.all()) traces.push(await clear(folder, image))
      if (traces.includes('unknown') || !traces.includes('held')) return false
      await thumbnails.remove(image.id)
      rows.remove(image.id)
      return true
    } catch (problem) {
      // The row keeps hiding the image; the next start retries.
      logger.warn('library.notTrashed', { image: image.id, reason: systemCode(problem) ?? 'refused' })
      return false
    }
  }

  /** Removes what one folder has of an image, and returns whether it had it; `unknown` if that can't be determined. */
  async function clear(
    folder: string,
    { jobId, index, file }: DeletedImage,
  ): Promise<'held' | 'nothing' | 'unknown'> {
    // An unplugged drive may leave its folder behind, empty.
    if ((await folders.lookForOwn(folder)) !== 'there') {
      onAway(folder)
      return 'unknown'
    }
    const found = await folders.look(folder, file)
    if (found === 'unknown') return 'unknown'
    if (found === 'there') {
      const path = folders.path(folder, file)
      if ((await within(clock, trashMs, opener.trash(path))) === late) return 'unknown'
    }
    const recorded = await gates.ask(folder, () => removeRecord(folder, jobId, index))
    if (recorded === silence) return 'unknown'
    return found === 'there' || recorded ? 'held' : 'nothing'
  }

  async function discardAll(isMeant: (id: string) => boolean): Promise<void> {
    let waiting = 0
    // Chosen now: deletions that can still be undone may be undone while the others proceed.
    const isDue = ({ id }: DeletedImage) => isMeant(id) && !open.has(id) && !starts.isLeftOut('deletion', id)
    const images = stopped ? [] : rows.deleted().filter(isDue)
    for (const image of images) {
      if (stopped) return
      if (!(await starts.during('deletion', image.id, () => discard(image)))) waiting += 1
    }
    if (waiting > 0) logger.info('library.deletionsWait', { images: waiting })
  }

  /** Those of the images that can't be undone, one after another. */
  function finish(isMeant: (id: string) => boolean): Promise<void> {
    going = going
      .then(() => discardAll(isMeant))
      .catch((problem: unknown) => logger.error('library.notDeleted', traceOf(problem)))
    return going
  }

  return {
    finish: () => finish(() => true),

    delete(ids) {
      const press = Symbol('press')
      const deleted = rows.markDeleted(ids, clock.now())
      for (const id of deleted) open.set(id, press)
      const cancel = clock.after(undoMs, () => {
        timers.delete(cancel)
        const ended = new Set(deleted.filter((id) => open.get(id) === press))
        for (const id of ended) open.delete(id)
        return finish((id) => ended.has(id))
      })
      timers.add(cancel)
      return deleted.length
    },

    restore(ids) {
      const undone = ids.filter((id) => open.has(id))
      const restored = rows.unmarkDeleted(undone)
      for (const id of undone) open.delete(id)
      return restored
    },

    async stop() {
      stopped = true
      for (const cancel of timers) cancel()
      await going
    },
  }
}
