import type { Draft } from '@shared/model/draft'
import type { TFunction } from 'i18next'

/** The size and references in the form, as the parts of a list: "size 1024x1024", "2 references". */
export function keptWords({ size, image }: Pick<Draft, 'size' | 'image'>, t: TFunction): readonly string[] {
  return [
    ...(size.trim() === '' ? [] : [t('compose.keptSize', { size: size.trim() })]),
    ...(image.length === 0 ? [] : [t('compose.keptReferences', { count: image.length })]),
  ]
}
