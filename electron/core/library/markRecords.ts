import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLeft } from '@shared/model/leftFile'
import type { Guard } from '../guard'
import type { Logger } from '../ports'
import { systemCode } from '../systemCode'
import { type FolderGates, silence } from './folderGates'
import { hasRecord, recordOf, writeLastingRecord } from './imageRecords'
import type { ImageRows } from './imageRows'
import type { LibraryFolders } from './libraryFolders'
import type { LibraryGround } from './libraryGround'
import type { MarkRows, UnrecordedImage } from './markRows'
import type { RecordedMarks } from './recordedMarks'

/**
 * Writes marks, and what was deleted, into the records of the library, so that they outlive the database. A row says
 * that its record lacks them until it has them, whenever the app ends and however long a folder is away.
 */
export interface MarkRecords {
  /** Some images were marked: their records follow in the background. */
  look(): void
  /** A folder is back: also those are tried again that had no record there. */
  again(): void
  /** What isn't recorded waits for the next start. */
  stop(): Promise<void>
}

const rowsAtOnce = 100

export function createMarkRecords(deps: {
  readonly markRows: Pick<MarkRows, 'unrecorded' | 'recordedMarks' | 'recorded'>
  readonly rows: Pick<ImageRows, 'details'>
  readonly folders: Pick<LibraryFolders, 'all' | 'current' | 'look' | 'lookForOwn'>
  readonly holderOf: LibraryGround['holderOf']
  readonly gates: Pick<FolderGates, 'ask'>
  readonly guard: Pick<Guard, 'run'>
  readonly logger: Logger
  /** Marks wait for this folder. */
  readonly onAway: (folder: string) => void
}): MarkRecords {
  const { markRows, rows, folders, holderOf, gates, guard, logger, onAway } = deps
  /** Numbers of images that wait for a folder, or whose record can't be written. */
  const waiting = new Set<number>()
  let underway: Promise<void> | null = null
  let isAskedAgain = false
  let stopped = false

  /**
   * Writes the record into a folder, if it has the image; of one that was left where it was, if it has a record, or
   * `isLast`. Returns the marks that were written, otherwise null.
   */
  async function write(
    folder: string,
    { number, id, file }: UnrecordedImage,
    { isLast } = { isLast: false },
  ): Promise<RecordedMarks | null> {
    const isThere = (await folders.lookForOwn(folder)) === 'there'
    const found = !isThere ? 'unknown' : isLeft(file) ? 'there' : await folders.look(folder, file)
    if (found === 'absent') return null
    // In its turn: a deletion may have taken the image meanwhile, and its record.
    const writeIt = async () => {
      const details = rows.details(id)
      const marks = markRows.recordedMarks(number)
      if (details === null || marks === null) return null
      if (isLeft(file) && !isLast && !(await hasRecord(folder, details.jobId, details.index))) return null
      if (await writeLastingRecord(folder, recordOf(details, marks))) return marks
      // The row keeps saying that its record lacks them.
      logger.info('library.recordIsNewer', { image: id })
      return null
    }
    const written = found === 'there' ? await gates.ask(folder, writeIt) : silence
    if (written !== silence) return written
    onAway(folder)
    return null
  }

  async function writeSomewhere(image: UnrecordedImage): Promise<RecordedMarks | null> {
    try {
      // Elsewhere there may be a copy of it.
      const holder = await holderOf(image.id)
      for (const folder of new Set([...(holder === null ? [] : [holder]), ...folders.all()])) {
        const written = await write(folder, image)
        if (written !== null) return written
      }
      if (isLeft(image.file)) return await write(folders.current(), image, { isLast: true })
    } catch (problem) {
      logger.warn('library.notRecorded', { image: image.id, reason: systemCode(problem) ?? 'refused' })
    }
    return null
  }

  async function record(image: UnrecordedImage): Promise<void> {
    const written = await writeSomewhere(image)
    if (written === null) waiting.add(image.number)
    else markRows.recorded(image.number, written)
  }

  async function round(): Promise<void> {
    for (let after = 0; !stopped; ) {
      const some = markRows.unrecorded(after, rowsAtOnce)
      if (some.length === 0) return
      for (const image of some) {
        after = image.number
        if (stopped) return
        if (!waiting.has(image.number)) await record(image)
      }
      await nextTurn()
    }
  }

  async function rounds(): Promise<void> {
    do {
      isAskedAgain = false
      await round()
    } while (isAskedAgain && !stopped)
  }

  function look(): void {
    if (stopped) return
    isAskedAgain = true
    underway ??= guard.run(rounds).finally(() => {
      underway = null
    })
  }

  return {
    look,
    again() {
      waiting.clear()
      look()
    },
    async stop() {
      stopped = true
      await underway
    },
  }
}
