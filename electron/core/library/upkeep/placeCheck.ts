import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLeft } from '@shared/model/leftFile'
import type { Digest } from '../fileDigests'
import { silence } from '../folderGates'
import { isAsKnown } from '../knownFile'
import { type ClaimedFiles, createClaimedFiles } from './claimedFiles'
import { type FilePlace, findPlaces } from './filePlaces'
import type { FileFacts, LibraryFiles } from './libraryFiles'
import { findOwnPlace } from './ownPlaces'
import type { ReachedFolders } from './reachedFolders'
import type { FileState, KnownFile, UpkeepRows } from './upkeepRows'

/** An image in whose place there are other bytes, and whose own are in its place in no library. */
export interface Altered extends FilePlace {
  readonly row: KnownFile
  readonly digest: Digest
}

/**
 * What is in the places of all images. What became of one that was left where it was is written at once: no other file is
 * looked for.
 */
export interface PlaceCheck {
  /** Nothing is in their place in the library. */
  readonly absent: readonly KnownFile[]
  readonly altered: readonly Altered[]
  /** Files that belong to an image. */
  readonly claimed: ClaimedFiles
  /** How many had been changed or missing, and are as they came. */
  readonly back: number
  /** How many places can't be read. */
  readonly unread: number
}

/** Where rows are read from, some at a time. */
export type CheckedRows = Pick<UpkeepRows, 'count' | 'after'>

const rowsAtOnce = 200

export async function checkPlaces(options: {
  readonly rows: CheckedRows
  readonly files: Pick<LibraryFiles, 'facts' | 'digest'>
  readonly reached: ReachedFolders
  readonly bytesAtMost: number
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  /** What is known now of their place, which was known otherwise. */
  readonly write: (states: readonly FileState[]) => void
}): Promise<PlaceCheck> {
  const { rows, files, reached, bytesAtMost, signal, onProgress, write } = options
  const total = rows.count()
  const claimed = createClaimedFiles()
  const altered: Altered[] = []
  const absent: KnownFile[] = []
  let back = 0
  let unread = 0
  let bytesRead = 0

  function mayRead(bytes: number): boolean {
    bytesRead += bytes
    return bytesRead <= bytesAtMost
  }

  /** Null if it can't be read now, or is left to the next check. */
  async function read({ file, bytes }: KnownFile, { folder, facts }: FilePlace): Promise<Digest | null> {
    if (!mayRead(facts.size === bytes ? bytes : 0)) return null
    const digest = await files.digest(folder, file, signal)
    if (digest === silence && !signal.aborted) reached.lost(folder)
    return digest === silence ? null : digest
  }

  /** Nothing tells that anything became of its file, as far as is known of it. */
  function kept(row: KnownFile, place: FilePlace): FileState | null {
    const { number, file, outside, fileTime, isDeleted } = row
    claimed.add(file, place)
    // From now on another time tells that it may have changed, also an earlier one.
    const isFirst = outside === null && fileTime === null && isAsKnown(row, place.facts)
    return isFirst && !isDeleted ? { number, file, outside: null, fileTime: place.facts.time } : null
  }

  /** Its own bytes are there. */
  function owned(row: KnownFile, place: FilePlace): FileState | null {
    const { number, file, outside, fileTime, isDeleted } = row
    claimed.add(file, place)
    if (isDeleted || (outside === null && fileTime === place.facts.time)) return null
    if (outside !== null) back++
    return { number, file, outside: null, fileTime: place.facts.time }
  }

  /** What is to be written of an image; null for nothing. */
  async function judge(row: KnownFile, place: FilePlace): Promise<FileState | null> {
    const { file, outside, bytes, sha256, isDeleted } = row
    const { facts } = place
    const isKnown = isAsKnown(row, facts)
    if (isKnown && (outside === null || isLeft(file))) return kept(row, place)
    if (isLeft(file) && facts.size !== bytes) return otherBytes(row, facts)
    const same = isKnown || facts.size !== bytes ? undefined : await read(row, place)
    if (same === null) return kept(row, place)
    if (same?.sha256 === sha256) return owned(row, place)
    if (isLeft(file)) return otherBytes(row, facts)
    const own = await findOwnPlace({ ...row, known: row }, place, { files, reached, signal, mayRead })
    if (own === 'unsure') unread++
    else if (own !== null) return owned(row, own)
    const digest = isKnown || own === 'unsure' ? null : (same ?? (await read(row, place)))
    if (digest === null) return kept(row, place)
    // In the place of a deleted one may be the file of another one.
    if (!isDeleted) altered.push({ row, ...place, digest })
    return null
  }

  let done = 0
  for (let after = 0; !signal.aborted; ) {
    const some = rows.after(after, rowsAtOnce)
    const last = some.at(-1)
    if (last === undefined) break
    after = last.number
    const places = await findPlaces(some, { files, reached })
    const states: FileState[] = []
    for (const row of some) {
      const place = places.get(row.file)
      if (signal.aborted) break
      if (place === 'unknown') unread++
      else if (place !== undefined) {
        const state = await judge(row, place)
        if (state !== null) states.push(state)
      } else if (row.isDeleted) continue
      else if (!isLeft(row.file)) absent.push(row)
      else if (row.outside !== 'missing') states.push({ ...missingState(row), fileTime: row.fileTime })
    }
    write(states)
    done += some.length
    onProgress(done, total)
    await nextTurn()
  }
  return { absent, altered, claimed, back, unread }
}

export const missingState = ({ number, file }: Pick<KnownFile, 'number' | 'file'>): FileState => ({
  ...{ number, file, outside: 'missing', fileTime: null },
})

/**
 * There are other bytes where an image was left. It is still missing if its own were never seen there: a record that
 * someone else wrote may name any file.
 */
function otherBytes(row: KnownFile, { time }: FileFacts): FileState | null {
  const { number, file, outside, fileTime, isDeleted } = row
  const isUnseen = outside === 'missing' && fileTime === null
  return isDeleted || isUnseen ? null : { number, file, outside: 'changed', fileTime: time }
}

/**
 * Images in whose place there is the file of another one, and those that were changed where they are. The former is so
 * if that one lacks its file: the two may have changed places.
 */
export function sortOut({ absent, altered }: PlaceCheck): {
  readonly displaced: readonly Altered[]
  readonly changed: readonly Altered[]
} {
  let displaced = altered
  for (;;) {
    const wanted = new Set([...absent, ...displaced.map(({ row }) => row)].map(({ sha256 }) => sha256))
    const left = displaced.filter(({ digest }) => wanted.has(digest.sha256))
    if (left.length === displaced.length) break
    displaced = left
  }
  const others = new Set(displaced)
  return { displaced, changed: altered.filter((one) => !others.has(one)) }
}
