import { type AppError, appError } from '@shared/errors'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { isImageFormat } from '@shared/model/image'
import { extensions } from '../library/imageName'
import { isAsItIs } from './imageDescription'
import type { ImageFacts } from './imageFacts'

/** Why an image can't be written, as far as that is known before. */
export function problemOf(
  { outside, decoded, format }: Pick<ImageFacts, 'outside' | 'decoded' | 'format'>,
  settings: RecipeSettings,
): AppError | null {
  if (outside === 'missing') return appError('imageLost')
  if (!isImageFormat(format)) return isAsItIs(settings) ? null : appError('exportOtherFormat')
  return decoded || settings.format === 'original' ? null : appError('exportTooLarge')
}

/** An image that isn't written, because of what its file is: the result says so too. */
export interface LeftOutImage {
  readonly imageId: string
  /** The name of its own file. */
  readonly path: string
  readonly source: ''
  readonly replaces: false
  readonly error: AppError
}

/** The image if it is one of those; otherwise none. */
export function leftOutFor(
  { id: imageId, names, format }: Pick<ImageFacts, 'id' | 'names' | 'format'>,
  error: AppError,
): readonly LeftOutImage[] {
  if (error.code !== 'exportOtherFormat') return []
  return [{ imageId, path: `${names.file}.${extensions[format]}`, source: '', replaces: false, error }]
}
