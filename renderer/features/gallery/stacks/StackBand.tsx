import type { ImageStack } from '@shared/model/image'
import { classNames } from '../../../ui/classNames'
import { gap } from '../layout/layoutOptions'

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
