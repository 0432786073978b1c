import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLeft } from '@shared/model/leftFile'
import type { Database } from '../db/database'
import { lstat, realpath } from '../drive'
import { traceOf } from '../errorTrace'
import type { Clock, Logger, Opener } from '../ports'
import type { StartRecord } from '../startRecord'
import { systemCode } from '../systemCode'
import { late, within } from '../within'
import type { DeletionRows, DiscardedImage } from './deletionRows'
import type { FileDigests } from './fileDigests'
import { type FolderGates, silence } from './folderGates'
import { removeRecord } from './imageRecords'
import type { ImageRows } from './imageRows'
import { isOfLeftImage } from './leftFiles'
import type { LibraryFolders } from './libraryFolders'
import type { MoveRows } from './moveRows'
import type { Thumbnails } from './thumbnails'

/**
 * Moves the files of discarded images to the system's trash; nothing is ever removed for good. Only an image's own bytes
 * go there: its place may hold a copy, or what another program made of it, which stays. The intention, a hidden row, is kept
 * until every folder has answered and one of them had the image. A folder that comes back therefore never brings a
 * discarded image back. A file that was left where it was isn't touched: only its record is removed, and not even
 * that if the file was never seen here: the image may be that of another computer.
 */
export interface Discarding {
  /** Moves those that are still to be moved, one after another: also those that waited for a folder. */
  finish(): Promise<void>
  /** What isn't moved waits for the next start. */
  stop(): Promise<void>
}

/** Milliseconds the system's trash may take for one file. */
const trashMs = 60_000

const rowsAtOnce = 100

export function createDiscarding(deps: {
  readonly db: Pick<Database, 'get'>
  readonly rows: Pick<DeletionRows, 'discarded'>
  readonly images: Pick<ImageRows, 'remove'>
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly digests: FileDigests
  readonly thumbnails: Pick<Thumbnails, 'remove'>
  readonly opener: Pick<Opener, 'trash'>
  readonly clock: Clock
  readonly logger: Logger
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  readonly moves: Pick<MoveRows, 'isTwice'>
  /** Images whose files are handled, by id: only by one at a time. */
  readonly inHand: Set<string>
  /** An image waits for this folder. */
  readonly onAway: (folder: string) => void
}): Discarding {
  const { db, rows, images, folders, gates, digests, thumbnails, opener, clock, logger, starts } = deps
  const { moves, inHand, onAway } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let going: Promise<void> = Promise.resolve()

  /** Returns whether the image is gone. */
  async function discard(image: DiscardedImage): Promise<boolean> {
    // It is being moved, and may have two files: once that is over, it goes.
    if (inHand.has(image.id) || moves.isTwice(image.number)) return false
    inHand.add(image.id)
    try {
      const traces = []
      for (const folder of image.isUnseen ? [] : folders.all()) traces.push(await clear(folder, image))
      if (traces.includes('unknown') || !(traces.includes('held') || isLeft(image.file))) return false
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

  async function seen(folder: string, path: string) {
    return gates.ask(folder, async () => {
      const { size, mtimeMs, ino } = await lstat(path)
      return { size, real: await realpath(path), key: `${ino} ${size} ${mtimeMs}` }
    })
  }

  /** Whether an image's own bytes are there; `unknown` if that can't be determined now. */
  async function isIts(
    folder: string,
    path: string,
    { bytes, sha256 }: DiscardedImage,
  ): Promise<boolean | 'unknown'> {
    const before = await seen(folder, path)
    if (before === silence) return 'unknown'
    // Someone put another file in its place, or it was left as that of another image.
    if (before.size !== bytes || isOfLeftImage(db, before.real)) return false
    const digest = (await digests(folder, [path], signal)).get(path) ?? null
    const after = digest === null ? silence : await seen(folder, path)
    if (digest === null || after === silence || after.key !== before.key) return 'unknown'
    return digest.sha256 === sha256
  }

  /** Removes what one folder has of an image, and returns whether it had it; `unknown` if that can't be determined. */
  async function clear(folder: string, image: DiscardedImage): Promise<'held' | 'nothing' | 'unknown'> {
    const { jobId, index, file } = image
    // An unplugged drive may leave its folder behind, empty.
    if ((await folders.lookForOwn(folder)) !== 'there') {
      onAway(folder)
      return 'unknown'
    }
    const found = await folders.look(folder, file)
    if (found === 'unknown') return 'unknown'
    const path = folders.path(folder, file)
    const its = found === 'there' && (await isIts(folder, path, image))
    if (its === 'unknown') return its
    if (its && (await within(clock, trashMs, opener.trash(path))) === late) return 'unknown'
    const recorded = await gates.ask(folder, () => removeRecord(folder, jobId, index))
    if (recorded === silence) return 'unknown'
    return found === 'there' || recorded ? 'held' : 'nothing'
  }

  /** Returns how many wait. */
  async function discardAll(): Promise<number> {
    let waiting = 0
    for (let after = 0; ; ) {
      const some = rows.discarded(after, rowsAtOnce)
      const [last] = some.slice(-1)
      if (last === undefined) return waiting
      after = last.number
      for (const image of some) {
        if (signal.aborted) return waiting
        if (starts.isLeftOut('deletion', image.id)) continue
        if (!(await starts.during('deletion', image.id, () => discard(image)))) waiting += 1
      }
      await nextTurn()
    }
  }

  return {
    finish() {
      going = going
        .then(discardAll)
        .then((waiting) => {
          if (waiting > 0) logger.info('library.deletionsWait', { images: waiting })
        })
        .catch((problem: unknown) => logger.error('library.notDeleted', traceOf(problem)))
      return going
    },

    async stop() {
      stopping.abort()
      await going
    },
  }
}
