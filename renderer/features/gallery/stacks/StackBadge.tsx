import type { ImageStack } from '@shared/model/image'
import { ChevronsRightLeft, Layers } from 'lucide-react'
import { useTranslation } from '../../../parts/useTranslation'
import { classNames } from '../../../ui/classNames'
import { gap } from '../layout/layoutOptions'

const badge = 'data-stack'

/** Whether an event was meant for the count of a stack, not for the image below it. */
export const isOnStackBadge = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(`[${badge}]`) !== null

/**
 * How many images a stack has, over the one on top: pressed, it opens or closes the stack. Nothing on the others. The
 * tile's name says the same, and its menu does the same.
 */
export function StackBadge({ count, at, isOpen }: ImageStack) {
  const { t } = useTranslation()
  if (at > 0) return null
  const Mark = isOpen ? ChevronsRightLeft : Layers
  return (
    <span
      aria-hidden
      {...{ [badge]: '' }}
      title={t(isOpen ? 'gallery.tries.close' : 'gallery.tries.open', { count })}
      // Dark in both themes: it lies on pictures.
      className="absolute top-1 right-1 flex h-5 cursor-pointer items-center gap-1 rounded-small bg-canvas/75 px-1.5 text-small font-semibold text-text tabular-nums [color-scheme:dark] hover:bg-canvas"
    >
      <Mark size={12} strokeWidth={2.25} />
      {t('gallery.number', { count })}
    </span>
  )
}

/** What the images of an open stack lie on, so that they are seen to belong together. */
export function StackBand({ at, count, isOpen }: ImageStack) {
  if (!isOpen) return null
  return (
    <span
      aria-hidden
      style={{ inset: -gap / 2 }}
      className={classNames(
        'pointer-events-none absolute -z-10 bg-line-strong',
        at === 0 && 'rounded-l-large',
        at === count - 1 && 'rounded-r-large',
      )}
    />
  )
}
