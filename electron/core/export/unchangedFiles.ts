import { join } from 'node:path'
import { lstat, realpath, type Stats } from '../drive'
import { digestOf } from '../filePieces'
import { heldTime } from '../fileTime'
import { tellsEachChange } from '../library/knownFile'
import { refuseExchanged, withPlain } from '../plainFile'
import { systemCode } from '../systemCode'
import type { Ledger, LedgerEntry, MovedTimes, WrittenFile } from './ledger'

/** What a folder says of a file. */
export type FileFacts = Pick<WrittenFile, 'bytes' | 'fileTime' | 'changeTime'>

interface LookOptions {
  /**
   * The file is about to be replaced, so its times must prove that it is unchanged, or its bytes. Otherwise it is enough
   * that they are the same as far as a coarse drive can tell: a wrong answer only leaves the file as it is. Default false.
   */
  readonly isSure?: boolean
  /** Whether to stop reading; a file that wasn't read to its end counts as changed. Default never. */
  readonly isOver?: () => boolean
}

/** What of an entry nobody changed since. */
export interface LeftThere {
  readonly entry: LedgerEntry
  /** Paths; null for one that was changed, is gone, or is the file of an image that was left there. */
  readonly file: string | null
  readonly sidecar: string | null
  /** The file, and the one beside it if there was one. */
  readonly isWhole: boolean
}

/** What the ledger says of a file, from what the system says. */
export const factsOf = ({ size, mtimeMs, ctimeMs }: Stats): FileFacts => ({
  bytes: size,
  fileTime: Math.round(heldTime(mtimeMs) * 1_000),
  changeTime: Math.round(heldTime(ctimeMs) * 1_000),
})

/** The file at a path, for the ledger. */
export const fileAsLeft = async (folder: string, path: string): Promise<FileFacts> =>
  factsOf(await lstat(join(folder, path)))

/**
 * In microseconds: FAT keeps times of two seconds, other drives whole seconds, exFAT hundredths. What is finer is forgotten
 * once the drive is unplugged.
 */
const grains = [2_000_000, 1_000_000, 10_000]

/** Whether two times are the same, for all that a coarse drive can tell. */
const isSameTime = (found: number, left: number): boolean =>
  found === left || grains.some((grain) => found % grain === 0 && Math.abs(found - left) <= grain)

/** Whether a file has the times that it was left with, as far as its drive keeps them: FAT keeps no time of changes. */
const looksAsLeft = (found: FileFacts, left: FileFacts): boolean =>
  isSameTime(found.fileTime, left.fileTime) &&
  (found.changeTime === found.fileTime || isSameTime(found.changeTime, left.changeTime))

/** Whether times prove that nobody wrote into a file: no program can choose the time of a change. */
const isProven = (found: FileFacts, left: FileFacts): boolean =>
  areSame(found, left) && found.changeTime !== found.fileTime && tellsEachChange(found.changeTime / 1_000)

const areSame = (one: FileFacts, other: FileFacts): boolean =>
  one.bytes === other.bytes && one.fileTime === other.fileTime && one.changeTime === other.changeTime

/** Whether a file is as it was left, by its times; `unsure`: only its bytes tell. */
async function lookAt(folder: string, entry: WrittenFile, isSure: boolean): Promise<boolean | 'unsure'> {
  const found = await fileAsLeft(folder, entry.path)
  if (found.bytes !== entry.bytes) return false
  if (isSure ? isProven(found, entry) : looksAsLeft(found, entry)) return true
  return entry.sha256 !== null && 'unsure'
}

/** Reads a file, and returns it with its times of now; null if it has other bytes, or was changed while it was read. */
async function asReadNow(
  folder: string,
  entry: WrittenFile,
  isOver: LookOptions['isOver'],
): Promise<WrittenFile | null> {
  const path = join(folder, entry.path)
  return await withPlain(path, async ({ file, found }) => {
    if ((await digestOf(file, isOver)) !== entry.sha256) return null
    const now = factsOf(await refuseExchanged(file, path))
    return areSame(now, factsOf(found)) ? { ...entry, ...now } : null
  })
}

/**
 * Finds those of some files that are as they were left, and returns each as it is now. Where times don't tell, bytes do: a
 * clock, a change of rights or an archive moves times, and some programs hide an edit behind the old time. Files are read
 * one after the other.
 */
export async function findUnchanged<Written extends WrittenFile>(
  folder: string,
  written: readonly Written[],
  { isSure = false, isOver }: LookOptions = {},
): Promise<ReadonlyMap<Written, WrittenFile>> {
  const left = new Map<Written, WrittenFile>()
  const unsure: Written[] = []
  const unlessGone = (problem: unknown): null => {
    if (systemCode(problem) === null) throw problem
    return null
  }
  await Promise.all(
    written.map(async (entry) => {
      const look = await lookAt(folder, entry, isSure).catch(unlessGone)
      if (look === 'unsure') unsure.push(entry)
      else if (look === true) left.set(entry, entry)
    }),
  )
  for (const entry of unsure) {
    const now = await asReadNow(folder, entry, isOver).catch(unlessGone)
    if (now !== null) left.set(entry, now)
  }
  return left
}

/**
 * What is left of what a recipe wrote there, by image. Times that moved are recorded, so that a file is read once for
 * them.
 */
export async function leftThere(
  ledger: Pick<Ledger, 'read' | 'leftImages' | 'recordTimes'>,
  recipeId: string,
  folder: string,
  imageIds: readonly string[],
  options?: LookOptions,
): Promise<ReadonlyMap<string, LeftThere>> {
  const entries = [...ledger.read({ id: recipeId }, folder, imageIds)]
  const real = await realpath(folder).catch(() => folder)
  const images = ledger.leftImages(entries.map(([, { path }]) => join(real, path)))
  const written = entries.flatMap(([, entry]) => (entry.sidecar === null ? [entry] : [entry, entry.sidecar]))
  const left = await findUnchanged<WrittenFile>(folder, written, options)
  const moved = entries.flatMap(([imageId, before]): MovedTimes[] => {
    const file = left.get(before) ?? before
    const sidecar = before.sidecar && (left.get(before.sidecar) ?? before.sidecar)
    const isMoved = file !== before || sidecar !== before.sidecar
    return isMoved ? [{ imageId, before, now: { ...before, ...file, sidecar } }] : []
  })
  if (moved.length > 0) ledger.recordTimes({ recipeId, folder }, moved)
  return new Map(
    entries.map(([imageId, entry]) => {
      const { path, sidecar } = entry
      const hasFile = left.has(entry)
      const hasSidecar = sidecar !== null && left.has(sidecar)
      return [
        imageId,
        {
          entry,
          file: hasFile && !images.has(join(real, path)) ? path : null,
          sidecar: hasSidecar ? sidecar.path : null,
          isWhole: hasFile && (sidecar === null || hasSidecar),
        },
      ] as const
    }),
  )
}
