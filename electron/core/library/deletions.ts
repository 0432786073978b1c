import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImageSelection } from '@shared/model/imageSelection'
import type { Bulk } from '../bulk/bulk'
import { traceOf } from '../errorTrace'
import type { Guard } from '../guard'
import type { Clock, Logger, Opener } from '../ports'
import type { StartRecord } from '../startRecord'
import { systemCode } from '../systemCode'
import { late, within } from '../within'
import type { DeletedImage } from './deletionRows'
import { type FolderGates, silence } from './folderGates'
import type { Gallery } from './gallery'
import { removeRecord } from './imageRecords'
import type { LibraryFolders } from './libraryFolders'
import { createPressCommands } from './pressCommands'
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
  /**
   * Begins to mark a selection, `total` images of it; returns the press, which names the deletion. It can be undone
   * until some time after all are marked.
   */
  delete(selection: ImageSelection, total: number): Promise<number>
  /** Restores what a press of this run deleted, if it can still be undone; resolves with how many images that were. */
  restore(press: number): Promise<number>
  /** Unfinished deletions wait for the next start. */
  stop(): Promise<void>
}

export interface DeletionsDeps {
  readonly gallery: Pick<Gallery, 'deletions' | 'rows'>
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly thumbnails: Pick<Thumbnails, 'remove'>
  readonly opener: Pick<Opener, 'trash'>
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  /** Milliseconds in which a deletion can be undone. */
  readonly undoMs: number
  /** Images whose files are handled, by id: only by one at a time. */
  readonly inHand: Set<string>
  /** A deletion waits for this folder. */
  readonly onAway: (folder: string) => void
  /** Images appeared or disappeared. */
  readonly onChange: () => void
}

/** Milliseconds the system's trash may take for one file. */
const trashMs = 60_000

const rowsAtOnce = 100

export function createDeletions(deps: DeletionsDeps): Deletions {
  const { folders, gates, thumbnails, opener, clock, logger, guard, starts, undoMs, inHand, onAway } = deps
  const { deletions: rows, rows: images } = deps.gallery
  const commands = createPressCommands({ ...deps, rows, onMarked, onSelected: images.reserve })
  /**
   * Presses that can still be undone, each with what stops its time. Any other press is from an earlier run or can't be
   * undone any more, whatever the clock says and however late the library starts.
   */
  const open = new Map<number, () => void>()
  let going: Promise<void> = Promise.resolve()
  let stopped = false

  function onMarked(press: number): void {
    if (stopped) return
    // An earlier run began it.
    if (!open.has(press)) {
      void guard.run(() => finish(press))
      return
    }
    const cancel = clock.after(undoMs, () => {
      open.delete(press)
      return finish(press)
    })
    open.set(press, cancel)
  }

  /** Returns whether the image is gone. */
  async function discard(image: DeletedImage): Promise<boolean> {
    // It is being moved: once that is done, its deletion is finished.
    if (inHand.has(image.id)) return false
    inHand.add(image.id)
    try {
      const traces = []
      for (const folder of folders.all()) traces.push(await clear(folder, image))
      if (traces.includes('unknown') || !traces.includes('held')) return false
      await thumbnails.remove(image.id)
      images.remove(image.id)
      return true
    } catch (problem) {
      // The row keeps hiding the image; the next start retries.
      logger.warn('library.notTrashed', { image: image.id, reason: systemCode(problem) ?? 'refused' })
      return false
    } finally {
      inHand.delete(image.id)
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

  async function discardPress(press: number): Promise<number> {
    let waiting = 0
    for (let after = 0; ; ) {
      const some = rows.of(press, after, rowsAtOnce)
      const [last] = some.slice(-1)
      if (last === undefined) return waiting
      after = last.number
      for (const image of some) {
        if (stopped) return waiting
        if (starts.isLeftOut('deletion', image.id)) continue
        if (!(await starts.during('deletion', image.id, () => discard(image)))) waiting += 1
      }
      await nextTurn()
    }
  }

  /** Presses that can still be undone, or are under way, stay as they are. */
  const isDue = (press: number): boolean => !stopped && !open.has(press) && !commands.isUnfinished(press)

  async function discardAll(): Promise<number> {
    let waiting = 0
    for (let press = rows.pressAfter(-1); press !== null; press = rows.pressAfter(press))
      if (isDue(press)) waiting += await discardPress(press)
    return waiting
  }

  /** One image after another: those of one press, or of all if it is null. */
  function finish(press: number | null): Promise<void> {
    const discarded = async () => (press === null ? discardAll() : isDue(press) ? discardPress(press) : 0)
    going = going
      .then(discarded)
      .then((waiting) => {
        if (waiting > 0) logger.info('library.deletionsWait', { images: waiting })
      })
      .catch((problem: unknown) => logger.error('library.notDeleted', traceOf(problem)))
    return going
  }

  return {
    finish: () => finish(null),

    async delete(selection, total) {
      const press = rows.newPress(clock.now())
      open.set(press, () => {})
      try {
        await commands.delete(press, selection, total)
      } catch (problem) {
        open.delete(press)
        throw problem
      }
      return press
    },

    async restore(press) {
      const cancel = open.get(press)
      if (cancel === undefined) return 0
      cancel()
      open.delete(press)
      try {
        return await commands.restore(press)
      } catch (problem) {
        // It can be undone again.
        open.set(press, () => {})
        onMarked(press)
        throw problem
      }
    },

    async stop() {
      stopped = true
      for (const cancel of open.values()) cancel()
      await going
    },
  }
}
