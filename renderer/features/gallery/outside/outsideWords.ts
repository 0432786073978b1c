import type { Image } from '@shared/model/image'
import type { TFunction } from 'i18next'

/** What a state is followed by: “changed outside”, “file missing”. */
export function outsideWords({ outside }: Pick<Image, 'outside'>, t: TFunction): readonly string[] {
  return outside === null ? [] : [t(`gallery.outside.${outside}`)]
}
