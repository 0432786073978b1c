import type { ImageStack } from '@shared/model/image'
import type { TFunction } from 'i18next'

/** What the state of an image is followed by: "stack of 5". */
export function stackWords(stack: ImageStack | undefined, t: TFunction): readonly string[] {
  if (stack === undefined) return []
  const { at, count, isOpen } = stack
  if (!isOpen) return [t('gallery.tries.closed', { count })]
  return [at === 0 ? t('gallery.tries.opened', { count }) : t('gallery.tries.place', { at: at + 1, count })]
}
