import type { ReadyRecipe } from '@shared/model/exportRecipe'
import type { TFunction } from 'i18next'

/** A ready one is called by the catalogue until the person names it. */
export const recipeName = (
  { name, ready }: { readonly name: string; readonly ready: ReadyRecipe | null },
  t: TFunction,
): string => name || (ready === null ? t('exports.unnamed') : t(`exports.ready.${ready}`))
