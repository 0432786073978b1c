import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLeft } from '@shared/model/leftFile'
import type { RebuildResult } from '@shared/model/upkeep'
import type { Clock } from '../../ports'
import { silence } from '../folderGates'
import { itemName, namedItem } from '../imageName'
import type { ImageRecord } from '../imageRecords'
import type { LibraryFolders } from '../libraryFolders'
import type { Match } from './fileMatching'
import { digestPlaces, type FilePlace, findPlaces, type PlaceDigest } from './filePlaces'
import type { LibraryFiles } from './libraryFiles'
import { findOwnPlace } from './ownPlaces'
import { type ReachedFolders, reachFolders } from './reachedFolders'
import type { RecordedItem, RecordFiles } from './recordFiles'
import type { Restorable, Restoring } from './restoring'
import type { Unrowed, UnrowedFiles } from './unrowedFiles'
import type { UpkeepRows } from './upkeepRows'

/** Gives rows to images that have a record in the library, but no row: after the database was lost, for example. */
export interface Rebuilding {
  /**
   * First come those whose files are in their places, then, after `settle`, those whose files were moved, renamed or
   * changed. Null once `signal` is aborted: what was restored by then stays, and the next run goes on.
   */
  run(options: RebuildOptions): Promise<RebuildResult | null>
}

interface RebuildOptions {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  /** Images that have rows find their files: those come first. */
  readonly settle: () => Promise<void>
}

/** What is in the place of an image's file; its digest is known if its length is right. */
interface Found {
  readonly place: FilePlace | 'unknown' | undefined
  readonly digest: PlaceDigest
}

type Reason = Exclude<keyof RebuildResult, 'restored'>

const recordsAtOnce = 100
/** Milliseconds after which the gallery shows what is back by then: it reads its whole order for that. */
const showMs = 2_000

export function createRebuilding(deps: {
  readonly rows: Pick<UpkeepRows, 'without'>
  readonly files: Pick<LibraryFiles, 'facts' | 'digest' | 'digests'>
  readonly records: RecordFiles
  readonly unrowed: UnrowedFiles
  readonly restoring: Restoring
  readonly folders: Pick<LibraryFolders, 'all' | 'isKnown' | 'lookForOwn'>
  /** An item that will get its row otherwise. */
  readonly isExpected: (jobId: string, index: number) => boolean
  /** Images are back: the gallery shows them. */
  readonly onShown: () => void
  readonly clock: Pick<Clock, 'monotonic'>
  /** Thumbnails show files that were changed. */
  readonly renewPictures: (signal: AbortSignal) => Promise<void>
}): Rebuilding {
  const { rows, files, records, unrowed, restoring, folders, isExpected, renewPictures } = deps
  const { onShown, clock } = deps

  /** Items of a folder's records that have no row, and aren't going to get one. `isWhole`: false if some can't be read. */
  async function itemsIn(folder: string, reached: ReachedFolders, signal: AbortSignal) {
    const items: RecordedItem[] = []
    for await (const some of records.items(folder)) {
      if (some === silence) reached.lost(folder)
      if (typeof some !== 'object' || signal.aborted) return { items, isWhole: false }
      items.push(...rows.without(some).filter(({ jobId, index }) => !isExpected(jobId, index)))
      await nextTurn()
    }
    return { items, isWhole: true }
  }

  async function rebuild({ signal, onProgress, settle }: RebuildOptions): Promise<RebuildResult | null> {
    const reached = await reachFolders(folders)
    const reasons = new Map<string, Reason>()
    const lacking = new Map<string, Unrowed>()
    let restored = 0

    let shownAt = clock.monotonic()

    function back(some: readonly Restorable[]): void {
      restored += some.length
      if (clock.monotonic() - shownAt > showMs) {
        shownAt = clock.monotonic()
        onShown()
      }
      for (const { record } of some) {
        const name = itemName(record.image.jobId, record.image.index)
        reasons.delete(name)
        lacking.delete(name)
      }
    }

    const claimed = await unrowed.claimed(reached, signal)

    /** Whether its file is in its place, as it was saved. */
    function judge(record: ImageRecord, { place, digest }: Found): Restorable | Reason {
      const { file, image } = record
      if (place === 'unknown') return 'unsure'
      if (isLeft(file)) return judgeLeft(record, { place, digest })
      // The name is another's: that one's record comes first, wherever in the list it is.
      const named = namedItem(file)
      if (named !== null && (named.jobId !== image.jobId || named.index !== image.index)) return 'missing'
      if (place === undefined || claimed.has(place.facts)) return 'missing'
      if (place.facts.size !== image.bytes) return 'changed'
      if (digest === silence || digest === null) return 'unsure'
      if (digest.sha256 !== image.sha256) return 'changed'
      if (digest.format !== image.format) return 'unreadable'
      claimed.add(file, place)
      return { record, file, fileTime: place.facts.time, outside: null }
    }

    /** One that was left where it was has its row also while its file, with exactly its bytes, isn't there. */
    function judgeLeft(
      record: ImageRecord,
      { place, digest }: Pick<Found, 'digest'> & { readonly place: FilePlace | undefined },
    ): Restorable | Reason {
      const { file, image, marks } = record
      if (digest === silence) return 'unsure'
      if (place !== undefined && digest?.sha256 === image.sha256 && digest.format === image.format) {
        claimed.add(file, place)
        return { record, file, fileTime: place.facts.time, outside: null }
      }
      // In the trash, it wouldn't be known as missing.
      return marks.deletedAt === null ? { record, file, fileTime: null, outside: 'missing' } : 'missing'
    }

    /** Its own bytes go before what another library has in its place. */
    async function ownOr(record: ImageRecord, { place, digest }: Found): Promise<Found> {
      const { file, image } = record
      if (isLeft(file) || typeof place !== 'object' || digest === silence) return { place, digest }
      if (place.facts.size === image.bytes && (digest === null || digest.sha256 === image.sha256))
        return { place, digest }
      const own = await findOwnPlace({ ...image, file, known: null }, place, { files, reached, signal })
      if (own === 'unsure') return { place: 'unknown', digest: null }
      return own === null ? { place, digest } : { place: own, digest: own.digest }
    }

    /** Those whose files are in their places; what is the matter with the others is noted. */
    async function readyIn(folder: string, items: readonly RecordedItem[]): Promise<readonly Restorable[]> {
      const read = await records.read(folder, rows.without(items))
      if (read === silence) {
        reached.lost(folder)
        for (const { jobId, index } of items) reasons.set(itemName(jobId, index), 'unsure')
        return []
      }
      const found: ImageRecord[] = []
      for (const { jobId, index, look } of read) {
        if (typeof look === 'object') found.push(look)
        else if (look !== 'absent') reasons.set(itemName(jobId, index), look === 'unknown' ? 'unsure' : look)
      }
      const places = await findPlaces(found, { files, reached })
      const digests = await digestPlaces(found, places, { files, reached, signal })
      const ready: Restorable[] = []
      for (const record of found) {
        if (signal.aborted) return []
        const digest = digests.get(record.file) ?? null
        const judged = judge(record, await ownOr(record, { place: places.get(record.file), digest }))
        if (typeof judged === 'object') {
          ready.push(judged)
          continue
        }
        const { jobId, index, bytes, sha256, format } = record.image
        reasons.set(itemName(jobId, index), judged)
        if (!isLeft(record.file) && (judged === 'missing' || judged === 'changed'))
          lacking.set(itemName(jobId, index), {
            ...{ folder, jobId, index, bytes, sha256, format },
            ...{ file: record.file, number: null },
          })
      }
      return ready
    }

    async function restore(some: readonly Restorable[]): Promise<void> {
      back(await restoring.restore(some, signal))
    }

    async function restoreFound(matches: readonly Match<Unrowed>[]): Promise<void> {
      const ready: Restorable[] = []
      for (const match of matches) {
        if (signal.aborted) return
        const found = await unrowed.restorable(match, signal)
        if (found === 'spoilt') reasons.set(itemName(match.row.jobId, match.row.index), 'changed')
        else if (found !== null) ready.push(found)
      }
      await restore(ready)
    }

    const lists: { readonly folder: string; readonly items: readonly RecordedItem[] }[] = []
    let areRecordsWhole = true
    for (const folder of reached.present()) {
      const listed = await itemsIn(folder, reached, signal)
      areRecordsWhole &&= listed.isWhole
      lists.push({ folder, items: listed.items })
    }
    const total = lists.reduce((sum, { items }) => sum + items.length, 0)
    let done = 0
    for (const { folder, items } of lists) {
      let ready: readonly Restorable[] = []
      for (let at = 0; at < items.length && !signal.aborted; at += recordsAtOnce) {
        onProgress(done, total)
        const some = items.slice(at, at + recordsAtOnce)
        // While some are read, those before them are written.
        const [next] = await Promise.all([readyIn(folder, some), restore(ready)])
        ready = next
        done += some.length
      }
      await restore(ready)
    }
    if (signal.aborted) return null
    onProgress(done, total)

    if (lacking.size > 0) {
      await settle()
      if (signal.aborted) return null
      onProgress(0, 0)
      const { matches, isWhole } = await unrowed.find([...lacking.values()], signal)
      for (const name of lacking.keys()) reasons.set(name, isWhole && areRecordsWhole ? 'missing' : 'unsure')
      for (let at = 0; at < matches.length && !signal.aborted; at += recordsAtOnce) {
        onProgress(at, matches.length)
        await restoreFound(matches.slice(at, at + recordsAtOnce))
      }
      // A file that names one of them, but is another image's, was left to it until now.
      if (matches.length > 0) await settle()
    }
    if (signal.aborted) return null
    await renewPictures(signal)
    if (signal.aborted) return null
    const counts = { missing: 0, changed: 0, newer: 0, unreadable: 0, unsure: 0 }
    for (const reason of reasons.values()) counts[reason]++
    return { restored, ...counts }
  }

  return {
    async run(options) {
      try {
        return await rebuild(options)
      } finally {
        onShown()
      }
    },
  }
}
