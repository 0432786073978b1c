import { dirname, join, relative, sep } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { discardClaim } from '../claimedName'
import { type FileHandle, lstat, open, rm, type Stats } from '../drive'
import { syncHandle } from '../durability'
import { copyPieces, digestOf } from '../filePieces'
import type { SeenFacts } from '../library/knownFile'
import type { Library } from '../library/library'
import { type OpenedFile, openPart, openPlain } from '../plainFile'
import { isFileProblem } from '../storageProblem'
import { systemCode } from '../systemCode'
import { destinationProblem, makeFolders, NotNow } from './destination'
import { type Draft, type DraftingDeps, discardDraft, draftPicture, draftSidecar } from './drafts'
import type { WaitingFile } from './exportRows'
import { isAsItIs, sidecarEnding } from './imageDescription'
import { originalDigest, type WrittenFile, type WrittenImage } from './ledger'
import { placeFile, replaceFile } from './placing'
import type { LeftThere } from './unchangedFiles'

export interface WritingDeps extends DraftingDeps {
  readonly library: Pick<Library, 'imageFile' | 'isAsCame' | 'details'>
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
): Promise<WrittenImage & Pick<Draft, 'hidesText'>> {
  const { folder, settings } = place
  const source = await imageSource(deps, file.imageId)
  const temp = tempOf(place, file)
  /** `fill` writes into it, and returns the sha256 of what it wrote. */
  const put = async (
    kind: 'file' | 'sidecar',
    path: string,
    fill: (part: FileHandle) => Promise<string>,
  ): Promise<WrittenFile> => {
    const part = await openPart(temp)
    try {
      const sha256 = await fill(part.file)
      await syncHandle(part.file)
      const target = join(folder, path)
      const isOurs = file.replaces && (await place.own(file.imageId))?.[kind] === path
      const placed = await (isOurs ? replaceFile : placeFile)({ ...part, sha256 }, target)
      return { ...placed, path: relative(folder, placed.path).split(sep).join('/'), sha256 }
    } finally {
      await part.file.close()
    }
  }
  try {
    await makeFolders(folder, file.path)
    let hidesText = false
    const written = await put('file', file.path, async (part) => {
      if (isAsItIs(settings)) return copyWhole(deps, file, source, part)
      const draft = await copyDraft(part, () => draftPicture(deps, settings, file, source))
      hidesText = draft.hidesText
      return draft.sha256
    })
    if (!settings.sidecar) return { ...written, sidecar: null, hidesText }
    const sidecar = await put('sidecar', sidecarOf(written.path), async (part) => {
      return (await copyDraft(part, () => draftSidecar(deps, settings, file.imageId))).sha256
    })
    return { ...written, sidecar, hidesText }
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

/** Returns what was copied, and is gone by then. */
async function copyDraft(part: FileHandle, make: () => Promise<Draft>): Promise<Draft> {
  const made = await make()
  const { path } = made
  try {
    const draft = await open(path, 'r')
    try {
      await copyPieces(draft, part)
    } finally {
      await draft.close()
    }
    return made
  } finally {
    await discardDraft(path)
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

const seenFacts = ({ size, mtimeMs, ctimeMs }: Stats): SeenFacts => ({
  ...{ size, time: Math.floor(mtimeMs), change: ctimeMs },
})

/** Returns the sha256, which must be the one that was planned, if that is known. */
async function copyWhole(
  { library }: WritingDeps,
  file: FileToWrite,
  source: string,
  part: FileHandle,
): Promise<string> {
  const original = await openOriginal(source)
  try {
    const before = seenFacts(original.found)
    await copyPieces(original.file, part)
    const { size } = await part.stat()
    const after = seenFacts(await original.file.stat())
    const planned = originalDigest(file.source)
    const isStill = after.change === before.change && after.time === before.time
    const isKnown = isStill && library.isAsCame(file.imageId, { ...before, size })
    // Reading all of it once more takes longer than copying it.
    const sha256 = planned !== null && isKnown ? planned : await digestOf(part)
    // It was changed outside, or still is.
    if (sha256 === null || (planned === null ? size !== after.size : sha256 !== planned))
      throw new AppFailure(appError('exportFailed', { retry: 'free' }))
    return sha256
  } finally {
    await original.file.close()
  }
}

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
