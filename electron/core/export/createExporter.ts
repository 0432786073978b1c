import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { rm, writeFile } from '../drive'
import type { Library } from '../library/library'
import { systemCode } from '../systemCode'
import type { ExportedImage, Exporter } from './exporter'
import { copyBeside } from './safeCopy'

export function createExporter(deps: { readonly library: Pick<Library, 'imageFile'> }): Exporter {
  async function copy({ imageId, name }: ExportedImage, folder: string): Promise<AppError | null> {
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
    async run(images, folder, { onProgress, signal }) {
      await refuseUnwritable(folder)
      const failures: { imageId: string; error: AppError }[] = []
      let done = 0
      for (const image of images) {
        if (signal.aborted) break
        const error = await copy(image, folder)
        if (error !== null) failures.push({ imageId: image.imageId, error })
        done++
        onProgress(done, images.length)
      }
      return { written: done - failures.length, failed: failures }
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
