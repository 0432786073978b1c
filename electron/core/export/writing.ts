import { createHash } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { discardClaim } from '../claimedName'
import { copyFile, type FileHandle, lstat, open, rm } from '../drive'
import { syncFile, syncHandle } from '../durability'
import type { Imaging } from '../library/imaging'
import type { SeenFacts } from '../library/knownFile'
import type { Library } from '../library/library'
import { isFileProblem } from '../storageProblem'
import { systemCode } from '../systemCode'
import { destinationProblem, makeFolders } from './destination'
import type { WaitingFile } from './exportRows'
import { copyBy, descriptionOf, isAsItIs, sidecarEnding } from './imageDescription'
import { originalDigest, type WrittenFile, type WrittenImage } from './ledger'
import { placeFile, replaceFile } from './placing'
import { fileAsLeft, type LeftThere } from './unchangedFiles'

export interface WritingDeps {
  readonly library: Pick<Library, 'imageFile' | 'isAsCame' | 'details'>
  readonly imaging: Pick<Imaging, 'convert' | 'strip' | 'describe'>
}

/** Where an export goes, and how. */
interface Place {
  /** Names the export, so that what a kill left of it is found. */
  readonly id: string
  readonly folder: string
  readonly settings: RecipeSettings
}

interface OwnFiles {
  /** What is left of what the recipe wrote before for an image. */
  own(imageId: string): Promise<Pick<LeftThere, 'file' | 'sidecar'> | null>
}

/** Nothing can be written now, for a reason that isn't this image's. */
export class NotNow extends Error {
  override readonly name = 'NotNow'
  readonly error: AppError
  constructor(error: AppError) {
    super(error.code)
    this.error = error
  }
}

/** Which file is written. */
export type FileToWrite = Omit<WaitingFile, 'exportId' | 'isShared'> & Partial<Pick<WaitingFile, 'isShared'>>

/** Where a file is written before it has its name: beside its place. */
const tempOf = ({ id, folder }: Place, { number, path }: FileToWrite): string =>
  join(folder, dirname(path), `.cyanotype-${id}-${number}.part`)

/** Removes what a kill may have left of a file. */
export async function discard(place: Place, file: FileToWrite): Promise<void> {
  const path = join(place.folder, file.path)
  for (const claimed of [path, sidecarOf(path)])
    await discardClaim(tempOf(place, file), claimed).catch(() => undefined)
}

/** Beside the file, under its whole name. */
export const sidecarOf = (path: string): string => `${path}${sidecarEnding}`

/**
 * Writes one image of an export: all of it under its name, or nothing. Returns what is there now. Throws AppFailure if
 * it can't be, and NotNow if none can be.
 */
export async function writeImage(
  deps: WritingDeps,
  place: Place & OwnFiles,
  file: FileToWrite,
): Promise<WrittenImage> {
  const { folder, settings } = place
  const source = await imageSource(deps, file.imageId)
  const temp = tempOf(place, file)
  try {
    await makeFolders(folder, file.path)
    const sha256 = await writePicture(deps, settings, file, { source, temp })
    const put = async (kind: 'file' | 'sidecar', path: string, digest: string): Promise<WrittenFile> => {
      const isOurs = async () => (await place.own(file.imageId))?.[kind] === path
      const target = join(folder, path)
      const placed = file.replaces ? await replaceFile(temp, target, isOurs) : await placeFile(temp, target)
      const inside = relative(folder, placed).split(sep).join('/')
      return { path: inside, ...(await fileAsLeft(folder, inside)), sha256: digest }
    }
    const written = await put('file', file.path, sha256)
    if (!settings.sidecar) return { ...written, sidecar: null }
    const described = await writeSidecar(deps, settings, { imageId: file.imageId, temp })
    await syncFile(temp)
    return { ...written, sidecar: await put('sidecar', sidecarOf(written.path), described) }
  } catch (failure) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw await readFailure(folder, source, failure)
  }
}

/** The absolute path of an image's file. Throws AppFailure, and NotNow if the library doesn't answer. */
export async function imageSource(
  { library }: { readonly library: Pick<Library, 'imageFile'> },
  imageId: string,
): Promise<string> {
  const source = await library.imageFile(imageId).catch((failure: unknown) => {
    throw isSilent(failure) ? new NotNow(failure.error) : failure
  })
  if (source === null) throw new AppFailure(appError('imageLost', { retry: 'free' }))
  return source.path
}

/** A new file; what a kill left of it gives way. */
const openNew = (temp: string): Promise<FileHandle> =>
  open(temp, 'wx+').catch(async (failure: unknown) => {
    if (systemCode(failure) !== 'EEXIST') throw failure
    await rm(temp)
    return await open(temp, 'wx+')
  })

/** Made here, so that its permissions are those of any file that the person makes. */
const makeEmpty = async (temp: string): Promise<void> => (await openNew(temp)).close()

/** Returns the sha256 of what was written, durably. */
async function writePicture(
  deps: WritingDeps,
  settings: RecipeSettings,
  file: FileToWrite,
  { source, temp }: { readonly source: string; readonly temp: string },
): Promise<string> {
  if (isAsItIs(settings)) return await copyWhole(deps, file, { source, temp })
  const sha256 = await convertPicture(deps, settings, file, { source, temp })
  await syncFile(temp)
  return sha256
}

/** Writes a copy that isn't the image's own file. Returns its sha256. */
export async function convertPicture(
  { library, imaging }: WritingDeps,
  settings: RecipeSettings,
  { imageId, isShared = false }: FileToWrite,
  { source, temp }: { readonly source: string; readonly temp: string },
): Promise<string> {
  await makeEmpty(temp)
  const copy = copyBy(settings, () => library.details(imageId))
  return copy.kind === 'converted'
    ? await imaging.convert(source, { ...copy, path: temp, isShared })
    : await imaging.strip(source, temp)
}

/** Writes what is known of an image. Returns the sha256. */
export async function writeSidecar(
  { library, imaging }: WritingDeps,
  settings: RecipeSettings,
  { imageId, temp }: { readonly imageId: string; readonly temp: string },
): Promise<string> {
  await makeEmpty(temp)
  return await imaging.describe(temp, descriptionOf(library.details(imageId), settings))
}

/** The library doesn't answer, which says nothing about the image. */
const isSilent = (failure: unknown): failure is AppFailure =>
  failure instanceof AppFailure && failure.error.code === 'librarySilent'

/** Returns the sha256, which must be the one that was planned, if that is known. The copy is durable. */
async function copyWhole(
  { library }: WritingDeps,
  file: FileToWrite,
  { source, temp }: { readonly source: string; readonly temp: string },
): Promise<string> {
  const copy = await openNew(temp)
  try {
    const { mode } = await copy.stat()
    const before = await factsOf(source)
    // By the system, which also gives it the rights of the original.
    await copyFile(source, temp)
    await copy.chmod(mode)
    const { size } = await copy.stat()
    const after = await factsOf(source)
    const planned = originalDigest(file.source)
    const isStill = after.change === before.change && after.time === before.time
    const isKnown = isStill && library.isAsCame(file.imageId, { ...before, size })
    // Reading all of it once more takes longer than copying it.
    const sha256 = planned !== null && isKnown ? planned : await digestOf(copy)
    // It was changed outside, or still is.
    if (planned === null ? size !== after.size : sha256 !== planned)
      throw new AppFailure(appError('exportFailed', { retry: 'free' }))
    await syncHandle(copy)
    return sha256
  } finally {
    await copy.close()
  }
}

async function factsOf(path: string): Promise<SeenFacts> {
  const { size, mtimeMs, ctimeMs } = await lstat(path)
  return { size, time: Math.floor(mtimeMs), change: ctimeMs }
}

/** Bytes that are digested at a time. */
const pieceLength = 256 * 1024

async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceLength)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, pieceLength, at)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(piece.subarray(0, bytesRead))
    at += bytesRead
  }
}

/** It would take more memory than a picture may. */
export const isTooLarge = (failure: unknown): boolean =>
  failure instanceof AppFailure && failure.error.code === 'imageTooLarge'

/** What kept an image from being written; what isn't about files comes back as it is. */
export async function readFailure(folder: string, source: string, failure: unknown): Promise<unknown> {
  if (isTooLarge(failure)) return new AppFailure(appError('exportTooLarge'))
  // The imaging process couldn't write.
  const isUnwritten = failure instanceof AppFailure && failure.error.code === 'libraryUnwritable'
  if (failure instanceof AppFailure && !isUnwritten) return failure
  if (!isUnwritten && !isFileProblem(failure)) return failure
  const cause = isUnwritten ? (failure.error.detail?.cause ?? null) : systemCode(failure)
  if ((await lstat(source).catch(() => null)) === null)
    return new AppFailure(appError('imageLost', { retry: 'free' }))
  const ofAll = await destinationProblem(folder, cause)
  if (ofAll !== null) return new NotNow(ofAll)
  return new AppFailure(
    appError('exportFailed', {
      params: { folder },
      retry: 'free',
      detail: cause === null ? null : { cause },
    }),
  )
}
