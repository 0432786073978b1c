import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { mkdir, readdir, rm, writeFile } from '../drive'
import type { Imaging } from '../library/imaging'
import type { Library } from '../library/library'
import { isFileProblem } from '../storageProblem'
import { systemCode } from '../systemCode'
import { NotNow } from './destination'
import type { WaitingFile } from './exportRows'
import { copyBy, descriptionOf } from './imageDescription'

/**
 * Files that the imaging process writes for an export. It writes them by name, so they are in a folder that only the user
 * can enter: in the destination, others might put a link under that name.
 */
export interface PreparedFiles {
  /** Removes those of earlier runs. */
  start(): Promise<void>
  /** Absolute path of a new, empty file. Throws NotNow. */
  make(): Promise<string>
}

export interface PreparingDeps {
  readonly library: Pick<Library, 'details'>
  readonly imaging: Pick<Imaging, 'convert' | 'strip' | 'describe'>
  readonly preparedFiles: Pick<PreparedFiles, 'make'>
}

/** What the imaging process wrote; whoever has it removes it with `discardPrepared`. */
export interface PreparedFile {
  /** Absolute. */
  readonly path: string
  readonly sha256: string
}

export interface PreparedPicture extends PreparedFile {
  /** What it says was removed, and its pixels hide a text. */
  readonly hidesText: boolean
}

export function createPreparedFiles(profile: string): PreparedFiles {
  const all = join(profile, 'export-drafts')
  const run = randomBytes(8).toString('hex')
  let made = 0

  return {
    async start() {
      for (const name of await readdir(all).catch(() => []))
        if (name !== run) await rm(join(all, name), { recursive: true, force: true })
    },

    async make() {
      const path = join(all, run, `${++made}`)
      try {
        await mkdir(join(all, run), { recursive: true, mode: 0o700 })
        await writeFile(path, '', { flag: 'wx', mode: 0o600 })
        return path
      } catch (failure) {
        throw isFileProblem(failure) ? unstored(systemCode(failure)) : failure
      }
    },
  }
}

/** Writes a copy that isn't the image's own file. Throws as the imaging process does, and NotNow if it can't be kept. */
export function preparePicture(
  { library, imaging, preparedFiles }: PreparingDeps,
  settings: RecipeSettings,
  { imageId, isShared = false }: Pick<WaitingFile, 'imageId'> & Partial<Pick<WaitingFile, 'isShared'>>,
  source: string,
): Promise<PreparedPicture> {
  const copy = copyBy(settings, () => library.details(imageId))
  return prepared(preparedFiles, async (path) => {
    if (copy.kind === 'converted')
      return { sha256: await imaging.convert(source, { ...copy, path, isShared }), hidesText: false }
    const { decoded: decode } = library.details(imageId)
    const { sha256, hidesText } = await imaging.strip(source, path, { decode })
    return { sha256, hidesText: hidesText === true }
  })
}

/** Writes what is known of an image. Throws as `preparePicture`. */
export function prepareSidecar(
  { library, imaging, preparedFiles }: PreparingDeps,
  settings: RecipeSettings,
  imageId: string,
): Promise<PreparedFile> {
  const description = descriptionOf(library.details(imageId), settings)
  return prepared(preparedFiles, async (path) => ({ sha256: await imaging.describe(path, description) }))
}

async function prepared<Written extends Omit<PreparedFile, 'path'>>(
  preparedFiles: Pick<PreparedFiles, 'make'>,
  write: (path: string) => Promise<Written>,
): Promise<Written & Pick<PreparedFile, 'path'>> {
  const path = await preparedFiles.make()
  try {
    return { path, ...(await write(path)) }
  } catch (failure) {
    await discardPrepared(path)
    const isUnwritten = failure instanceof AppFailure && failure.error.code === 'libraryUnwritable'
    throw isUnwritten ? unstored(failure.error.detail?.cause ?? null) : failure
  }
}

/** What can't be removed now is removed by the next start. */
export const discardPrepared = (path: string): Promise<void> =>
  rm(path, { force: true }).catch(() => undefined)

/** The disk that holds our own data refuses: that says nothing about an image, or about the destination. */
const unstored = (cause: string | null): NotNow =>
  new NotNow(appError('storageUnwritable', { retry: 'free', detail: cause === null ? null : { cause } }))
