import type { Clock, Logger, Opener } from '../ports'
import { removeRecord } from './imageRecords'
import type { DeletedImage, ImageRows } from './imageRows'
import { systemCode } from './libraryCheck'
import type { LibraryFolders } from './libraryFolders'
import type { Thumbnails } from './thumbnails'

/** Deleting writes its intention first; the file goes to the system's trash when it can't be undone any more. */
export interface Deletions {
  /** Finishes what an earlier run began. */
  start(): Promise<void>
  delete(ids: readonly string[]): number
  /** Brings back what has not begun to go. */
  restore(ids: readonly string[]): number
  /** What is still to go waits for the next start. */
  stop(): Promise<void>
}

export interface DeletionsDeps {
  readonly rows: ImageRows
  readonly folders: LibraryFolders
  readonly thumbnails: Pick<Thumbnails, 'remove'>
  readonly opener: Pick<Opener, 'trash'>
  readonly clock: Clock
  readonly logger: Logger
  /** Milliseconds in which a deletion can be undone. */
  readonly undoMs: number
}

export function createDeletions(deps: DeletionsDeps): Deletions {
  const { rows, folders, thumbnails, opener, clock, logger, undoMs } = deps
  /** Ids on their way to the trash, or that could not be moved there in this run. */
  const claimed = new Set<string>()
  const timers = new Set<() => void>()
  let going: Promise<void> = Promise.resolve()
  let stopped = false

  async function discard({ id, jobId, index, file }: DeletedImage): Promise<void> {
    try {
      const path = await folders.locate(file)
      if (path !== null) await opener.trash(path)
      for (const library of folders.all()) await removeRecord(library, jobId, index)
      await thumbnails.remove(id)
      rows.remove(id)
      claimed.delete(id)
    } catch (problem) {
      // The row keeps hiding the image; the next start tries again.
      logger.warn('library.notTrashed', { image: id, reason: systemCode(problem) ?? 'refused' })
    }
  }

  function finish(until: number): Promise<void> {
    const due = rows.deletedUntil(until).filter(({ id }) => !claimed.has(id))
    for (const { id } of due) claimed.add(id)
    going = going.then(async () => {
      for (const image of due) if (!stopped) await discard(image)
    })
    return going
  }

  return {
    // Whatever the clock says: all there is was deleted in an earlier run.
    start: () => finish(Number.MAX_SAFE_INTEGER),

    delete(ids) {
      const now = clock.now()
      const deleted = rows.markDeleted(ids, now)
      const cancel = clock.after(undoMs, () => {
        timers.delete(cancel)
        return finish(now)
      })
      timers.add(cancel)
      return deleted
    },

    restore: (ids) => rows.unmarkDeleted(ids.filter((id) => !claimed.has(id))),

    async stop() {
      stopped = true
      for (const cancel of timers) cancel()
      await going
    },
  }
}
