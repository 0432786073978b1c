import { join } from 'node:path'
import { lstat, rm } from '../drive'
import type { Clock } from '../ports'
import { namesIn } from './adoption'
import { type FolderGates, silence } from './folderGates'
import { namedItem } from './imageName'
import { halfWrittenItem } from './imageRecords'
import type { ImageRows } from './imageRows'
import { hasOwnIncoming, hasOwnRecords, incomingFolder, recordsFolder } from './libraryFolders'
import type { LibraryJobs } from './libraryJobs'
import { isProbe } from './libraryTrial'

/**
 * Downloads under way in a library's own folder. Another profile, or another computer, may gather its images in the same
 * library: a file of theirs may be all there is of an image that was paid for.
 */
export interface IncomingFiles {
  /**
   * Removes the files that no item needs, those of others only once they are old; may run while new ones arrive. `begins`:
   * nothing is written there yet, so half-written notes are of an earlier process. `ends`: nothing of this profile is
   * needed there any more, nor what a kill left of its records.
   */
  sweep(library: string, options?: { readonly begins?: boolean; readonly ends?: boolean }): Promise<void>
}

/** A partial file, or beside it what is needed to resume it, which may be `half` written. */
const incomingParts = /^(?<part>.+\.part)(?:\.json(?<half>\.(?:[0-9a-f]+\.)?new)?)?$/

/**
 * Milliseconds after which nobody needs a download any more: a year. Whether another profile does can't be known here, and
 * its app may not run for months.
 */
const abandonedMs = 365 * 86_400_000

/** We create no folders there, so any folder belongs to someone else. */
async function removeStray(path: string, writtenBefore: number): Promise<void> {
  if ((await lstat(path)).mtimeMs <= writtenBefore) await rm(path, { force: true })
}

export function createIncomingFiles(deps: {
  readonly rows: Pick<ImageRows, 'findItem'>
  readonly jobs: Pick<LibraryJobs, 'awaited' | 'isOwn'>
  readonly gates: Pick<FolderGates, 'ask'>
  readonly clock: Pick<Clock, 'now'>
  /** Its download is under way: the file of an image with a row was lost, and is fetched again. */
  readonly isGathering: (jobId: string, index: number) => boolean
}): IncomingFiles {
  const { rows, jobs, gates, clock, isGathering } = deps

  /** Whether a file is of an item that is still to come. */
  function isNeeded(name: string, begins: boolean): boolean {
    const { part = '', half } = incomingParts.exec(name)?.groups ?? {}
    const item = namedItem(part)
    if (item === null || (begins && half !== undefined)) return false
    const { jobId, index } = item
    return rows.findItem(jobId, index) === null ? jobs.awaited(jobId, index) : isGathering(jobId, index)
  }

  function isOwn(name: string): boolean {
    const item = namedItem(incomingParts.exec(name)?.groups?.part ?? '')
    return item !== null && jobs.isOwn(item.jobId)
  }

  /** Removes those files of a folder that were written before a moment, while the folder is the library's own. */
  async function removeFrom(
    library: string,
    folder: string,
    isOwnFolder: (library: string) => Promise<boolean>,
    strayBefore: (name: string) => number | null,
  ): Promise<void> {
    const isThere = () => isOwnFolder(library).catch(() => false)
    if ((await gates.ask(library, isThere)) !== true) return
    const names = await gates.ask(library, () => namesIn(folder).catch(() => []))
    if (names === silence) return
    for (const name of names) {
      const before = strayBefore(name)
      if (before === null) continue
      await gates.ask(library, async () => {
        if (await isThere()) await removeStray(join(folder, name), before).catch(() => undefined)
      })
    }
  }

  return {
    async sweep(library, { begins = false, ends = false } = {}) {
      await removeFrom(library, incomingFolder(library), hasOwnIncoming, (name) => {
        if (!ends && isNeeded(name, begins)) return null
        return isOwn(name) || isProbe(name) ? Number.POSITIVE_INFINITY : clock.now() - abandonedMs
      })
      if (!ends) return
      await removeFrom(library, recordsFolder(library), hasOwnRecords, (name) => {
        const item = halfWrittenItem(name)
        return item !== null && jobs.isOwn(item.jobId) ? Number.POSITIVE_INFINITY : null
      })
    },
  }
}
