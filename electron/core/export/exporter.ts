import { randomBytes } from 'node:crypto'
import { basename, join, parse } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { constants, copyFile, open, rename, rm, writeFile } from '../drive'
import type { Library, ListedImage, ListOfImages } from '../library/library'
import { systemCode } from '../systemCode'

interface ExportResult {
  readonly written: number
  /** By code: an error of each, and how many there were. */
  readonly failed: readonly { readonly error: AppError; readonly count: number }[]
}

/** Copies originals out of the library: safe names, never overwriting. */
export interface Exporter {
  /** Throws AppFailure `folderUnwritable` before the first copy. */
  run(
    images: ListOfImages,
    folder: string,
    options: { readonly onProgress: (done: number, total: number) => void; readonly signal: AbortSignal },
  ): Promise<ExportResult>
}

export function createExporter(deps: { readonly library: Pick<Library, 'imageFile'> }): Exporter {
  async function copy({ imageId, name }: ListedImage, folder: string): Promise<AppError | null> {
    try {
      const file = await deps.library.imageFile(imageId)
      if (file === null) return appError('imageLost')
      // Names of the library are ours, and safe on every system.
      await copyBeside(file.path, folder, name ?? basename(file.path))
      return null
    } catch (problem) {
      if (problem instanceof AppFailure) return problem.error
      return failed('exportFailed', folder, problem)
    }
  }

  return {
    async run({ total, images }, folder, { onProgress, signal }) {
      await refuseUnwritable(folder)
      const failures = new Map<string, { readonly error: AppError; readonly count: number }>()
      let done = 0
      let written = 0
      for await (const image of images()) {
        if (signal.aborted) break
        const error = await copy(image, folder)
        if (error === null) written++
        else failures.set(error.code, { error, count: (failures.get(error.code)?.count ?? 0) + 1 })
        done++
        onProgress(done, total)
      }
      return { written, failed: [...failures.values()] }
    },
  }
}

async function refuseUnwritable(folder: string): Promise<void> {
  const probe = join(folder, `.cyanotype-${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(probe, 'probe', { flag: 'wx' })
    await rm(probe)
  } catch (problem) {
    throw new AppFailure(failed('folderUnwritable', folder, problem))
  }
}

function failed(code: 'exportFailed' | 'folderUnwritable', folder: string, problem: unknown): AppError {
  const cause = systemCode(problem)
  return appError(code, { params: { folder }, retry: 'free', detail: cause === null ? null : { cause } })
}

/**
 * Copies a file into a folder under this name, or as `name (2).png` and so on if that is taken. Never overwrites, and
 * never leaves a partial file. The copy is made beside its place, an empty file of ours claims the name, and the rename
 * replaces that. Returns the name used.
 */
async function copyBeside(source: string, folder: string, name: string): Promise<string> {
  const temp = join(folder, `.cyanotype-${randomBytes(8).toString('hex')}.part`)
  try {
    await copyFile(source, temp, constants.COPYFILE_EXCL)
    const claimed = await claim(folder, name)
    try {
      await rename(temp, join(folder, claimed))
    } catch (problem) {
      await rm(join(folder, claimed), { force: true })
      throw problem
    }
    return claimed
  } catch (problem) {
    await rm(temp, { force: true })
    throw problem
  }
}

async function claim(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem} (${number})${ext}`
    try {
      await (await open(join(folder, candidate), 'wx')).close()
      return candidate
    } catch (problem) {
      if (systemCode(problem) !== 'EEXIST') throw problem
    }
  }
}
