import { basename } from 'node:path/posix'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileFormat } from '@shared/model/image'
import { namedItem } from '../imageName'
import type { FileFacts } from './libraryFiles'
import type { Altered } from './placeCheck'
import type { KnownFile, Relink } from './upkeepRows'

/** A file that no image has. `sha256`: null if it was only known by its name. */
export interface FreeFile {
  readonly folder: string
  readonly file: string
  readonly facts: FileFacts
  readonly sha256: string | null
  /** By its first bytes; null if they are of no format that is known, or weren't read. */
  readonly format: FileFormat | null
}

/** What an image's file is known by. */
export type Sought = Pick<KnownFile, 'jobId' | 'index' | 'file' | 'sha256'>

export interface Match<Row extends Sought = KnownFile> {
  readonly row: Row
  readonly free: FreeFile
}

/** Files or images after which others get their turn. */
const stepsAtOnce = 500

/**
 * Gives each image that lacks its file one with its bytes, each file once: one with its name if there is one, then one
 * that names its item, then any. An image whose bytes are nowhere gets a file that names its item: that one was moved,
 * and changed.
 */
export async function matchFiles<Row extends Sought>(
  rows: readonly Row[],
  files: readonly FreeFile[],
): Promise<readonly Match<Row>[]> {
  const found: Match<Row>[] = []
  const left = new Set(rows)
  const free = new Map<string, Set<FreeFile>>()
  const keysOf = ({ file, sha256 }: FreeFile): readonly string[] => {
    const item = namedItem(file)
    const itemKey = item === null ? [] : [`${item.jobId} ${item.index}`]
    if (sha256 === null) return itemKey
    return [`${sha256} ${basename(file)}`, ...itemKey.map((key) => `${sha256} ${key}`), sha256, ...itemKey]
  }
  const put = (key: string, file: FreeFile) => {
    const some = free.get(key)
    if (some === undefined) free.set(key, new Set([file]))
    else some.add(file)
  }
  let steps = 0
  const isLong = () => ++steps % stepsAtOnce === 0
  for (const file of files) {
    for (const key of keysOf(file)) put(key, file)
    if (isLong()) await nextTurn()
  }
  const wishes: readonly ((row: Sought) => string)[] = [
    ({ sha256, file }) => `${sha256} ${basename(file)}`,
    ({ sha256, jobId, index }) => `${sha256} ${jobId} ${index}`,
    ({ sha256 }) => sha256,
    ({ jobId, index }) => `${jobId} ${index}`,
  ]
  for (const keyOf of wishes) {
    for (const row of left) {
      if (isLong()) await nextTurn()
      const [file] = free.get(keyOf(row)) ?? []
      if (file === undefined) continue
      for (const key of keysOf(file)) free.get(key)?.delete(file)
      left.delete(row)
      found.push({ row, free: file })
    }
  }
  return found
}

/**
 * Which matches may be taken: those with an image's own bytes; others only once it is sure that these are nowhere, for they
 * may be on a drive that is away.
 */
export const isOwnOr =
  (isSure: boolean) =>
  ({ row, free }: Match<Sought>): boolean =>
    isSure || free.sha256 === row.sha256

/**
 * What is written for matches. No two images may ever have one place: one could then be deleted with the other's file.
 * So an image whose place another one gets, and for which nothing was found, is `ousted`: it gets the place that this
 * one left. Nothing is there, or else what `standing` has: another name of a file that belongs to a third one. `bound`
 * and `ousted` must be written together.
 */
export function relinksOf(
  matches: readonly Match[],
  holders: ReadonlyMap<string, KnownFile>,
  standing: ReadonlyMap<string, Pick<Altered, 'facts' | 'digest'>>,
): {
  readonly bound: readonly Relink[]
  readonly plain: readonly Relink[]
  readonly ousted: readonly Relink[]
} {
  const relinks = matches.map(({ row, free }): Relink => {
    const isSame = free.sha256 === row.sha256
    return {
      ...{ number: row.number, file: row.file, to: free.file, fileTime: free.facts.time },
      outside: isSame ? null : 'changed',
    }
  })
  const takers = new Map(relinks.map((relink) => [relink.to, relink]))
  const moved = new Set(relinks.map(({ number }) => number))
  const left = [...holders.values()].filter(({ number, file }) => takers.has(file) && !moved.has(number))
  const ousted = left.map(({ number, file, outside, sha256 }): Relink => {
    const passed = new Set<string>()
    let to = file
    for (let taker = takers.get(to); taker !== undefined && !passed.has(to); taker = takers.get(to)) {
      passed.add(to)
      to = taker.file
    }
    const other = standing.get(to)
    if (other === undefined) return { number, file, to, outside, fileTime: null }
    const { facts, digest } = other
    return { number, file, to, outside: digest.sha256 === sha256 ? null : 'changed', fileTime: facts.time }
  })
  const isBound = ({ file, to }: Relink) => holders.has(to) || takers.has(file)
  return { bound: relinks.filter(isBound), plain: relinks.filter((one) => !isBound(one)), ousted }
}
