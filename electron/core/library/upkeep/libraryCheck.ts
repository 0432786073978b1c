import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CheckResult } from '@shared/model/upkeep'
import { silence } from '../folderGates'
import type { LibraryFolders } from '../libraryFolders'
import type { ChangedPictures } from './changedPictures'
import type { ClaimedFiles } from './claimedFiles'
import { isOwnOr, matchFiles, relinksOf } from './fileMatching'
import type { FreeFiles } from './freeFiles'
import type { LibraryFiles } from './libraryFiles'
import { type Altered, checkPlaces, missingState, sortOut } from './placeCheck'
import { type ReachedFolders, reachFolders } from './reachedFolders'
import type { FileState, KnownFile, Relink, UpkeepRows } from './upkeepRows'

/** Finds out what happened to the images' files outside of Cyanotype. */
export interface LibraryCheck {
  /**
   * Reads only files whose size or time tells that they may have changed; of those that have their size, `bytesAtMost`:
   * the rest is left to the next check. A folder that is away or can't be read changes nothing. Null once `signal` is
   * aborted: what was certain by then is written.
   */
  run(options: {
    readonly signal: AbortSignal
    readonly bytesAtMost: number
    readonly onProgress: (done: number, total: number) => void
  }): Promise<CheckResult | null>
}

const rowsAtOnce = 100

export function createLibraryCheck(deps: {
  readonly rows: UpkeepRows
  readonly files: LibraryFiles
  readonly free: FreeFiles
  readonly folders: Pick<LibraryFolders, 'all' | 'isKnown' | 'lookForOwn'>
  readonly pictures: Pick<ChangedPictures, 'renew'>
  readonly onWritten: (states: readonly Pick<FileState, 'number' | 'outside'>[]) => void
  /** Records don't name the places any more where their images are. */
  readonly onRelinked: () => void
}): LibraryCheck {
  const { rows, files, free, folders, pictures, onWritten, onRelinked } = deps

  function write(states: readonly FileState[]): void {
    if (states.length === 0) return
    const done = new Set(rows.write(states))
    onWritten(states.filter(({ number }) => done.has(number)))
  }

  async function writeAll(states: readonly FileState[], signal: AbortSignal): Promise<void> {
    for (let at = 0; at < states.length && !signal.aborted; at += rowsAtOnce) {
      write(states.slice(at, at + rowsAtOnce))
      await nextTurn()
    }
  }

  /** `together` as a whole or not at all. Returns the numbers of those that have another place now. */
  async function relink(
    together: readonly Relink[],
    plain: readonly Relink[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<number>> {
    const moved = new Set<number>()
    function note(relinks: readonly Relink[], done: readonly number[]): void {
      for (const number of done) moved.add(number)
      onWritten(relinks.filter(({ number }) => moved.has(number)))
    }
    note(together, rows.relinkTogether(together))
    for (let at = 0; at < plain.length && !signal.aborted; at += rowsAtOnce) {
      const part = plain.slice(at, at + rowsAtOnce)
      note(part, rows.relink(part))
      await nextTurn()
    }
    if (moved.size > 0) onRelinked()
    return moved
  }

  /** Looks for the files of images that lack theirs. Those that are displaced keep what is in their place, if it is left. */
  async function findFiles(
    absent: readonly KnownFile[],
    displaced: readonly Altered[],
    options: { claimed: ClaimedFiles; reached: ReachedFolders; signal: AbortSignal },
  ): Promise<{ readonly found: number; readonly lost: readonly KnownFile[]; readonly isSure: boolean }> {
    const { reached, signal } = options
    const lacking = [...absent, ...displaced.map(({ row }) => row)]
    if (lacking.length === 0) return { found: 0, lost: [], isSure: true }
    const { free: others, isWhole } = await free.find({ ...options, lacking })
    if (signal.aborted) return { found: 0, lost: lacking, isSure: false }
    const holders = new Map(lacking.map((row) => [row.file, row]))
    // A copy that stands in the place of an image is only taken from there if there is no other.
    const ordered = others.toSorted((a, b) => Number(holders.has(a.file)) - Number(holders.has(b.file)))
    const isSure = isWhole && reached.away().length === 0
    const matches = (await matchFiles(lacking, ordered))
      .filter(isOwnOr(isSure))
      .filter(({ row, free: { file, sha256 } }) => file !== row.file || sha256 === row.sha256)
    const standing = new Map(displaced.map((one) => [one.row.file, one]))
    const { bound, plain, ousted } = relinksOf(matches, holders, standing)
    const together = [...bound, ...ousted]
    const moved = await relink(together, plain, signal)
    // One of them was deleted or moved meanwhile: the next check finds out about the others.
    const unknown = new Set(together.flatMap(({ number }) => (moved.has(number) ? [] : [number])))
    const emptied = ousted.filter(({ to }) => !standing.has(to))
    const places = new Map(emptied.map(({ number, to }) => [number, to]))
    const isLeft = ({ number }: KnownFile) => !moved.has(number) && !unknown.has(number)
    const left = displaced.filter(({ row }) => isLeft(row))
    await writeAll(left.map(changedState), signal)
    const kept = new Set(left.map(({ row }) => row.number))
    const lost = lacking.flatMap((row) => {
      const file = moved.has(row.number) ? places.get(row.number) : undefined
      if (file !== undefined) return [{ ...row, file }]
      return isLeft(row) && !kept.has(row.number) ? [row] : []
    })
    const found = moved.size - (unknown.size > 0 ? 0 : ousted.length)
    return { found, lost, isSure }
  }

  /** What was put in its place since isn't lost, such as an image that was just moved to another library. */
  async function stillAbsent(
    lost: readonly KnownFile[],
    reached: ReachedFolders,
  ): Promise<readonly KnownFile[]> {
    let left = lost
    for (const folder of reached.present()) {
      const found = await files.facts(
        folder,
        left.map(({ file }) => file),
      )
      if (found === silence) return []
      left = left.filter(({ file }) => found.get(file) === 'absent')
    }
    return left
  }

  return {
    async run({ signal, bytesAtMost, onProgress }) {
      const reached = await reachFolders(folders)
      const places = await checkPlaces({ rows, files, reached, bytesAtMost, signal, onProgress, write })
      if (signal.aborted) return null
      const { displaced, changed } = sortOut(places)
      const { claimed } = places
      for (const one of changed) claimed.add(one.row.file, one)
      await writeAll(changed.map(changedState), signal)
      const { found, lost, isSure } = await findFiles(places.absent, displaced, { claimed, reached, signal })
      if (signal.aborted) return null
      if (isSure) {
        const gone = await stillAbsent(lost, reached)
        await writeAll(gone.map(missingState), signal)
        if (signal.aborted) return null
      }
      await pictures.renew(signal)
      const unsure = isSure ? 0 : lost.filter(({ outside }) => outside !== 'missing').length
      return {
        found: found + places.back,
        ...rows.totals(),
        unsure: unsure + places.unread,
        away: [...reached.away()],
      }
    },
  }
}

const changedState = ({ row: { number, file }, facts }: Altered): FileState => ({
  ...{ number, file, outside: 'changed', fileTime: facts.time },
})
