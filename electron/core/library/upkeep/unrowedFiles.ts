import { setImmediate as nextTurn } from 'node:timers/promises'
import { silence } from '../folderGates'
import type { ImageRecord } from '../imageRecords'
import type { LibraryFolders } from '../libraryFolders'
import { type ClaimedFiles, createClaimedFiles } from './claimedFiles'
import { isOwnOr, type Match, matchFiles } from './fileMatching'
import { findPlaces } from './filePlaces'
import type { FreeFiles } from './freeFiles'
import type { LibraryFiles } from './libraryFiles'
import { type ReachedFolders, reachFolders } from './reachedFolders'
import type { RecordFiles } from './recordFiles'
import type { Restorable } from './restoring'
import type { UpkeepRows } from './upkeepRows'

/** What the record of an image without a row says of its file, which isn't in its place. */
export interface Unrowed
  extends Pick<ImageRecord['image'], 'jobId' | 'index' | 'bytes' | 'sha256' | 'format'> {
  /** The library that has the record. */
  readonly folder: string
  /** Inside the library. */
  readonly file: string
  readonly number: null
}

/** The files of images that have records, but no rows. */
export interface UnrowedFiles {
  /** The files that images with rows have. */
  claimed(reached: ReachedFolders, signal: AbortSignal): Promise<ClaimedFiles>
  /**
   * Looks for them by their bytes, and for those that were changed by name and place. `isWhole`: false if something
   * couldn't be read.
   */
  find(
    lacking: readonly Unrowed[],
    signal: AbortSignal,
  ): Promise<{ readonly matches: readonly Match<Unrowed>[]; readonly isWhole: boolean }>
  /** Null if its record isn't there any more; `spoilt` for a file that isn't the image that it says. */
  restorable(match: Match<Unrowed>, signal: AbortSignal): Promise<Restorable | 'spoilt' | null>
}

const rowsAtOnce = 200

export function createUnrowedFiles(deps: {
  readonly rows: Pick<UpkeepRows, 'after' | 'without'>
  readonly files: Pick<LibraryFiles, 'facts' | 'digest'>
  readonly free: FreeFiles
  readonly records: Pick<RecordFiles, 'read'>
  readonly folders: Pick<LibraryFolders, 'all' | 'isKnown' | 'lookForOwn'>
}): UnrowedFiles {
  const { rows, files, free, records, folders } = deps

  async function claimed(reached: ReachedFolders, signal: AbortSignal): Promise<ClaimedFiles> {
    const found = createClaimedFiles()
    for (let after = 0; !signal.aborted; ) {
      const some = rows.after(after, rowsAtOnce)
      const last = some.at(-1)
      if (last === undefined) break
      after = last.number
      const places = await findPlaces(some, { files, reached })
      for (const [file, place] of places) if (place !== 'unknown') found.add(file, place)
      await nextTurn()
    }
    return found
  }

  /** What stands in the places of those for which nothing was found, as far as no other image has it. */
  async function inPlace(
    left: readonly Unrowed[],
    taken: ClaimedFiles,
    reached: ReachedFolders,
  ): Promise<readonly Match<Unrowed>[]> {
    const places = await findPlaces(left, { files, reached })
    return left.flatMap((row) => {
      const place = places.get(row.file)
      if (place === undefined || place === 'unknown' || taken.has(place.facts)) return []
      taken.add(row.file, place)
      return [{ row, free: { ...place, file: row.file, sha256: null, format: null } }]
    })
  }

  async function restorable(
    { row, free: found }: Match<Unrowed>,
    signal: AbortSignal,
  ): Promise<Restorable | 'spoilt' | null> {
    const isSame = found.sha256 === row.sha256
    const other = isSame ? null : await files.digest(found.folder, found.file, signal)
    const format = isSame ? found.format : other === silence ? null : (other?.format ?? null)
    if (format === null || (isSame && format !== row.format)) return 'spoilt'
    const read = await records.read(row.folder, [row])
    const record = read === silence ? null : read[0]?.look
    if (typeof record !== 'object' || record === null || record.image.sha256 !== row.sha256) return null
    const outside = isSame || other === silence || other?.sha256 === row.sha256 ? null : 'changed'
    return { record, file: found.file, fileTime: found.facts.time, outside }
  }

  /** Those that still have no row. */
  async function without(all: readonly Unrowed[]): Promise<readonly Unrowed[]> {
    const left: Unrowed[] = []
    for (let at = 0; at < all.length; at += rowsAtOnce) {
      left.push(...rows.without(all.slice(at, at + rowsAtOnce)))
      await nextTurn()
    }
    return left
  }

  return {
    claimed,
    restorable,

    async find(all, signal) {
      const reached = await reachFolders(folders)
      const lacking = await without(all)
      const taken = await claimed(reached, signal)
      const { free: found, isWhole } = await free.find({ lacking, claimed: taken, reached, signal })
      const isSure = isWhole && reached.away().length === 0
      const matches = (await matchFiles(lacking, found)).filter(isOwnOr(isSure))
      const matched = new Set(matches.map(({ row }) => row))
      for (const { free: its } of matches) taken.add(its.file, its)
      const others = isSure ? lacking.filter((row) => !matched.has(row)) : []
      const standing = await inPlace(others, taken, reached)
      return { matches: [...matches, ...standing], isWhole: isSure }
    },
  }
}
