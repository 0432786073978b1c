import { createHash } from 'node:crypto'
import { basename, dirname, join, relative, sep } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { isImageFormat } from '@shared/model/image'
import { type FileHandle, lstat, open, rm } from '../drive'
import { syncFolder, syncHandle } from '../durability'
import { copyPieces } from '../filePieces'
import type { Imaging } from '../library/imaging'
import type { Library } from '../library/library'
import { isAbsence } from '../library/libraryFolders'
import { type OpenedFile, openPart, openPlain } from '../plainFile'
import { isFileProblem } from '../storageProblem'
import { systemCode } from '../systemCode'
import { destinationProblem, makeFolders, NotNow } from './destination'
import type { WaitingFile } from './exportRows'
import { entriesOf } from './folderEntries'
import { isAsItIs, sidecarOf } from './imageDescription'
import { originalDigest, type WrittenFile, type WrittenImage } from './ledger'
import { foldedName } from './naming/legalName'
import {
  discardPlacing,
  findPlaced,
  type PlacedFile,
  placeFile,
  replaceFile,
  takenNames,
  type WrittenPart,
} from './placing'
import {
  discardPrepared,
  type PreparedFile,
  type PreparedPicture,
  type PreparingDeps,
  preparePicture,
  prepareSidecar,
} from './preparedFiles'
import { findUnchanged, type LeftThere } from './unchangedFiles'

export interface WritingDeps extends PreparingDeps {
  readonly library: Pick<Library, 'imageFile' | 'details'>
  readonly imaging: PreparingDeps['imaging'] & Pick<Imaging, 'inspect'>
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

/** How a file is written. */
interface Manner {
  /** Only if a kill came after it had its name: no new file gets one, but its sidecar. Default false. */
  readonly isFound?: boolean
}

/** Which file is written. */
export type FileToWrite = Omit<WaitingFile, 'exportId' | 'isShared'> & Partial<Pick<WaitingFile, 'isShared'>>

/** Where a file is written before it has its name: beside its place. */
const tempOf = ({ id, folder }: Place, { number, path }: FileToWrite): string =>
  join(folder, dirname(path), `.cyanotype-${id}-${number}.part`)

/** Removes what a kill may have left of a file. What can't be removed stays. */
async function discard(place: Place, file: FileToWrite): Promise<void> {
  const [temp, path] = [tempOf(place, file), join(place.folder, file.path)]
  try {
    await discardPlacing(temp, path)
    const { settings } = place
    if (!settings.sidecar) return
    await discardPlacing(temp, sidecarOf(path, settings))
    for await (const picture of takenNames(path)) await discardPlacing(temp, sidecarOf(picture, settings))
  } catch (problem) {
    if (!isFileProblem(problem)) throw problem
  }
}

/** Removes what a kill may have left of files that still wait, and beside them, durably. Returns those of which something is there. */
export async function discardParts<File extends FileToWrite>(
  place: Place,
  files: readonly File[],
): Promise<readonly File[]> {
  const key = (path: string): string => join(dirname(path), foldedName(basename(path)))
  const byPath = new Map<string, File>()
  for (const file of files) {
    const path = join(place.folder, file.path)
    for (const left of [tempOf(place, file), path, sidecarOf(path, place.settings)])
      byPath.set(key(left), file)
  }
  const there = new Set<File>()
  for (const folder of new Set(files.map((file) => dirname(join(place.folder, file.path))))) {
    const others: string[] = []
    for await (const some of entriesOf(folder))
      for (const { name } of some) {
        const file = byPath.get(key(join(folder, name)))
        if (file !== undefined) there.add(file)
        else if (name.startsWith(`.cyanotype-${place.id}-`)) others.push(join(folder, name))
      }
    for (const path of others) await rm(path, { force: true }).catch(() => undefined)
    if (others.length > 0) await syncFolder(folder).catch(() => undefined)
  }
  for (const file of there) await discard(place, file)
  return files.filter((file) => there.has(file))
}

/**
 * Writes one image of an export: all of it under its name, or nothing. Returns what is there now. Throws AppFailure if
 * it can't be, or isn't found, and NotNow if none can be.
 */
export async function writeImage(
  deps: WritingDeps,
  place: Place & OwnFiles,
  file: FileToWrite,
  { isFound = false }: Manner = {},
): Promise<WrittenImage & Pick<PreparedPicture, 'hidesText'>> {
  const { folder, settings } = place
  const source = await imageSource(deps, file.imageId).catch(async (failure: unknown) => {
    await discard(place, file)
    throw failure
  })
  const temp = tempOf(place, file)
  /** `fill` writes into it, and returns the sha256 of what it wrote. */
  const put = async (
    kind: 'file' | 'sidecar',
    path: string,
    fill: (part: FileHandle) => Promise<string>,
  ): Promise<{ readonly written: WrittenFile; readonly isNew: boolean }> => {
    const target = join(folder, path)
    const part = await openPart(temp, file.replaces ? target : null)
    try {
      const sha256 = await fill(part.file)
      await syncHandle(part.file)
      const isOurs = async () => (await place.own(file.imageId))?.[kind] === path
      const whole = { ...part, sha256 }
      const manner = { isFound: kind === 'file' && isFound, isOurs: file.replaces ? isOurs : null }
      const { isNew, ...named } = await placed(whole, target, manner)
      const written = { ...named, path: relative(folder, named.path).split(sep).join('/'), sha256 }
      return { written, isNew }
    } finally {
      await part.file.close()
    }
  }
  let words: PreparedFile | null = null
  try {
    await makeFolders(folder, file.path)
    if (settings.sidecar) {
      await refuseName(join(folder, sidecarOf(file.path, settings)))
      words = await prepareSidecar(deps, settings, file.imageId)
    }
    let hidesText = false
    const { written, isNew } = await put('file', file.path, async (part) => {
      if (isAsItIs(settings)) return copyWhole(deps, file, source, part)
      const copy = await copyPrepared(part, await preparePicture(deps, settings, file, source))
      hidesText = copy.hidesText
      return copy.sha256
    })
    if (words === null) return { ...written, sidecar: null, hidesText }
    const prepared = words
    const beside = await put('sidecar', sidecarOf(written.path, settings), async (part) => {
      return (await copyPrepared(part, prepared)).sha256
    }).catch(async (failure: unknown) => {
      if (isNew) await takeBack(folder, written).catch(() => undefined)
      throw failure
    })
    return { ...written, sidecar: beside.written, hidesText }
  } catch (failure) {
    if (words !== null) await discardPrepared(words.path)
    await discard(place, file)
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
  return source
}

/** Throws AppFailure if it is only to be found, and isn't. `isOurs`: null if nothing is replaced. */
async function placed(
  part: WrittenPart,
  target: string,
  { isFound, isOurs }: { readonly isFound: boolean; readonly isOurs: (() => Promise<boolean>) | null },
): Promise<PlacedFile & { readonly isNew: boolean }> {
  if (isFound) {
    const found = await findPlaced(part, target)
    if (found === null) throw new AppFailure(appError('exportFailed', { retry: 'free' }))
    return { ...found, isNew: false }
  }
  const replaced = isOurs && (await replaceFile(part, target, isOurs))
  return replaced === null ? await placeFile(part, target) : { ...replaced, isNew: false }
}

/** Throws what the system says of a name that no file can have. */
async function refuseName(path: string): Promise<void> {
  await lstat(path).catch((problem: unknown) => {
    if (!isAbsence(problem)) throw problem
  })
}

/** Removes a file that was just written, unless somebody changed it since. */
async function takeBack(folder: string, written: WrittenFile): Promise<void> {
  const left = await findUnchanged(folder, [written], { isSure: true })
  if (left.size > 0) await rm(join(folder, written.path), { force: true })
}

/** Returns what was copied, and is gone by then. */
async function copyPrepared<Made extends PreparedFile>(part: FileHandle, made: Made): Promise<Made> {
  const { path } = made
  try {
    const file = await open(path, 'r')
    try {
      await copyPieces(file, part)
    } finally {
      await file.close()
    }
    return made
  } finally {
    await discardPrepared(path)
  }
}

/** The library doesn't answer, which says nothing about the image. */
const isSilent = (failure: unknown): failure is AppFailure =>
  failure instanceof AppFailure && failure.error.code === 'librarySilent'

/** Opens an image's own file, whatever its name leads to by then. Throws AppFailure `imageLost`. */
export async function openOriginal(source: string): Promise<OpenedFile> {
  const opened = await openPlain(source)
  if (opened === null) throw new AppFailure(appError('imageLost', { retry: 'free' }))
  return opened
}

/** Returns the sha256. */
async function copyWhole(
  deps: WritingDeps,
  file: FileToWrite,
  source: string,
  part: FileHandle,
): Promise<string> {
  const original = await openOriginal(source)
  try {
    const hash = createHash('sha256')
    await copyPieces(original.file, part, (piece) => hash.update(piece))
    const sha256 = hash.digest('hex')
    if (sha256 === originalDigest(file.source)) return sha256
    const [before, after] = [original.found, await original.file.stat()]
    // Another program is writing into it.
    if (before.size !== after.size || before.mtimeMs !== after.mtimeMs) throw changed()
    await refuseDamaged(deps, file, source)
    return sha256
  } finally {
    await original.file.close()
  }
}

/**
 * An original that isn't what was planned was changed outside since the last check of the library: it is exported as it is
 * now, if it still is an image of its format. Throws AppFailure.
 */
export async function refuseDamaged(
  { library, imaging }: Pick<WritingDeps, 'library' | 'imaging'>,
  { imageId, source: planned }: Pick<FileToWrite, 'imageId' | 'source'>,
  source: string,
): Promise<void> {
  // What a check found is known.
  if (originalDigest(planned) === null) return
  const found = await imaging.inspect(source).catch((failure: unknown) => {
    throw failure instanceof AppFailure ? changed() : failure
  })
  // Of others only the first bytes are looked at.
  if (!isImageFormat(found.format) || found.format !== library.details(imageId).format) throw changed()
}

const changed = (): AppFailure => new AppFailure(appError('exportFailed', { retry: 'free' }))

/** It would take more memory than a picture may. */
export const isTooLarge = (failure: unknown): boolean =>
  failure instanceof AppFailure && failure.error.code === 'imageTooLarge'

/** What kept an image from being written; what isn't about files comes back as it is. */
export async function readFailure(folder: string, source: string, failure: unknown): Promise<unknown> {
  if (isTooLarge(failure)) return new AppFailure(appError('exportTooLarge'))
  if (failure instanceof AppFailure && failure.error.code === 'imageNotAnImage')
    return new AppFailure(appError('exportOtherFormat'))
  if (failure instanceof AppFailure || !isFileProblem(failure)) return failure
  const cause = systemCode(failure)
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
