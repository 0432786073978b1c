import { basename, dirname } from 'node:path'
import { realpath } from '../drive'
import { isInside } from '../insidePath'
import { type FolderGates, silence } from './folderGates'
import type { FolderLanes } from './folderLanes'
import { itemName } from './imageName'
import { type ImagePlacing, incomingPath, libraryOf } from './imagePlacing'
import { writeLastingRecord } from './imageRecords'
import type { ImageRows } from './imageRows'
import type { Imaging } from './imaging'
import { canBeHere } from './leftFiles'
import type { Library } from './library'
import { isInLibrary, type LibraryFolders } from './libraryFolders'
import type { LibraryJobs } from './libraryJobs'
import type { LibraryTrial } from './libraryTrial'
import type { MoveRows } from './moveRows'
import { unmarked } from './recordedMarks'
import type { Thumbnails } from './thumbnails'

type Steps =
  | 'tempPath'
  | 'inTurn'
  | 'discardDrafts'
  | 'leave'
  | 'place'
  | 'canBeLeft'
  | 'recordLeft'
  | 'insert'
  | 'inspect'

/** Images on their way into the library, step by step, and who must be left alone for them. */
export interface Arrivals extends Pick<Library, Steps> {
  /** An item whose file is in place and whose row is about to be written: it isn't an orphan. */
  isBeingPlaced(jobId: string, index: number): boolean
  /** An item that is being downloaded now, whether or not it has a row. */
  isGathering(jobId: string, index: number): boolean
  /** Whether downloads are gathered in a folder now: they may still be placed there. */
  isGatheredIn(folder: string): boolean
}

export function createArrivals(deps: {
  readonly folders: Pick<LibraryFolders, 'current' | 'all'>
  /** The profile folder. */
  readonly profile: string
  readonly gates: Pick<FolderGates, 'ask'>
  readonly trial: Pick<LibraryTrial, 'reach'>
  readonly lanes: Pick<FolderLanes, 'run'>
  readonly placing: Pick<ImagePlacing, 'place'>
  readonly thumbnails: Pick<Thumbnails, 'adopt' | 'discard' | 'drafts'>
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly rows: Pick<ImageRows, 'insert'>
  readonly jobs: Pick<LibraryJobs, 'batch'>
  readonly moves: Pick<MoveRows, 'hasItem'>
}): Arrivals {
  const { folders, profile, gates, trial, lanes, placing, thumbnails, imaging, rows, jobs, moves } = deps
  /** Items between `place` and `insert`. */
  const beingPlaced = new Set<string>()
  /** The folder of each item that is being downloaded. */
  const gathered = new Map<string, string>()

  return {
    isBeingPlaced: (jobId, index) => beingPlaced.has(itemName(jobId, index)) || moves.hasItem(jobId, index),
    isGathering: (jobId, index) => gathered.has(itemName(jobId, index)),
    isGatheredIn: (folder) => [...gathered.values()].includes(folder),

    tempPath(jobId, index) {
      const folder = folders.current()
      gathered.set(itemName(jobId, index), folder)
      return lanes.run(folder, async () => {
        await trial.reach(folder)
        return incomingPath(folder, jobId, index)
      })
    },

    inTurn: (temp, work) => lanes.run(libraryOf(temp), work),

    discardDrafts: (temp) => thumbnails.discard(basename(temp)),

    leave(jobId, index) {
      gathered.delete(itemName(jobId, index))
    },

    async place(temp, image, words = image.asked.prompt) {
      const name = itemName(image.jobId, image.index)
      beingPlaced.add(name)
      try {
        const file = await lanes.run(libraryOf(temp), () =>
          placing.place(temp, image, words, jobs.batch(image.jobId)),
        )
        await thumbnails.adopt(basename(temp), image.id)
        return file
      } catch (problem) {
        beingPlaced.delete(name)
        throw problem
      }
    },

    async canBeLeft(path) {
      if (!canBeHere(path)) return false
      for (const folder of [...folders.all(), profile]) {
        const real = await gates.ask(folder, () => realpath(folder).catch(() => folder))
        if (isInside(path, real === silence ? folder : real)) return false
      }
      const folder = dirname(path)
      // One that doesn't answer says so when the file is read.
      return (await gates.ask(folder, () => isInLibrary(folder))) !== true
    },

    async recordLeft(image, file) {
      const folder = folders.current()
      await lanes.run(folder, async () => {
        await trial.reach(folder)
        await writeLastingRecord(folder, { file, image, marks: { ...unmarked } })
      })
    },

    insert(image, file, fileTime) {
      beingPlaced.delete(itemName(image.jobId, image.index))
      rows.insert(image, file, undefined, fileTime)
    },

    inspect: async (temp, options) =>
      imaging.inspect(temp, { ...options, copies: await thumbnails.drafts(basename(temp)) }),
  }
}
