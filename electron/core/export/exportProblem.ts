import { type AppError, appError } from '@shared/errors'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { isImageFormat } from '@shared/model/image'
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
