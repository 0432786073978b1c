import type { ImageMarks } from '@shared/model/imageMarks'
import type { TFunction } from 'i18next'

/** What a state is followed by: "kept", "rejected", "3 stars". */
export function markWords({ flag, rating, favourite }: ImageMarks, t: TFunction): readonly string[] {
  return [
    ...(flag === null ? [] : [t(`gallery.marks.${flag}`)]),
    ...(favourite ? [t('gallery.marks.favourite')] : []),
    ...(rating === 0 ? [] : [t('gallery.marks.stars', { count: rating })]),
  ]
}
