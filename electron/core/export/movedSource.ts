import { AppFailure } from '@shared/errors'
import type { Library } from '../library/library'
import { imageSource } from './writing'

/**
 * Writes an image, and once more if its file was put elsewhere between the look for it and its use: the library may be
 * moving meanwhile, and then nothing is lost.
 */
export async function thoughMoved<T>(
  deps: { readonly library: Pick<Library, 'imageFile'> },
  imageId: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.code !== 'imageLost') throw failure
    const source = await imageSource(deps, imageId).catch(() => null)
    if (source === null) throw failure
    return await write()
  }
}
