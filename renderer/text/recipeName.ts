import type { ReadyRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import type { TFunction } from 'i18next'

/** A ready one is called by the catalogue until the user names it. */
export const recipeName = (
  { name, ready }: { readonly name: string; readonly ready: ReadyRecipe | null },
  t: TFunction,
): string => name || (ready === null ? t('exports.unnamed') : t(`exports.ready.${ready}`))

/** What it makes of images: their format, their longest side, and where they go. */
export function recipeWords(
  { format, longestSide, into }: Pick<RecipeSettings, 'format' | 'longestSide' | 'into'>,
  t: TFunction,
): string {
  const name = t(format === 'original' ? 'exports.untouched' : `exports.formats.${format}`)
  const words =
    format === 'original' || longestSide === null
      ? name
      : t('exports.withSide', { format: name, side: longestSide })
  return into === 'zip' ? t('exports.asZip', { words }) : words
}
