import { type AppError, AppFailure } from '@shared/errors'
import type { Library } from '../library/library'
import { imageSource } from './writing'

type Deps = { readonly library: Pick<Library, 'imageFile'> }

/**
 * Writes an image, and once more if its file was put elsewhere between the look for it and its use: the library may be
 * moving meanwhile, and then nothing is lost. The same if the destination was away for that moment only.
 */
export async function thoughMoved<T>(deps: Deps, imageId: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (failure) {
    if (!(failure instanceof AppFailure) || !(await isThereAgain(deps, imageId, failure.error))) throw failure
    return await write()
  }
}

async function isThereAgain(deps: Deps, imageId: string, { code, detail }: AppError): Promise<boolean> {
  if (code === 'exportFailed') return detail?.cause === 'ENOENT'
  if (code !== 'imageLost') return false
  return (await imageSource(deps, imageId).catch(() => null)) !== null
}
