import { type Image, isImageFormat } from '@shared/model/image'
import type { TFunction } from 'i18next'
import { fileSize } from '../../../text/fileSize'
import { localeOf } from '../../../text/locale'

type Unshown = Pick<Image, 'format' | 'bytes'>

/** Why an image that is saved can't be shown: “TIFF, 2.1 MB. Can’t be shown here.” */
export function unshownWords({ format, bytes }: Unshown, t: TFunction, language: string): string {
  if (isImageFormat(format)) return t('gallery.tooLarge')
  return t('gallery.otherFormat', { format: formatName(format), size: fileSize(bytes, localeOf(language)) })
}

/** The same as a state, in a few words. */
export const unshownState = ({ format }: Unshown, t: TFunction): string =>
  isImageFormat(format)
    ? t('gallery.state.savedTooLarge')
    : t('gallery.state.savedOther', { format: formatName(format) })

const formatName = (format: Image['format']): string => format.toUpperCase()
