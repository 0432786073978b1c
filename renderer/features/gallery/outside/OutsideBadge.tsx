import type { Outside } from '@shared/model/upkeep'
import { FilePen, FileX } from 'lucide-react'
import { classNames } from '../../../ui/classNames'

interface OutsideBadgeProps {
  readonly outside: Outside | null
  /** Another badge is at the top. */
  readonly isBelow: boolean
}

/** What became of the file of an image, small, over its picture. Its name says the same. */
export function OutsideBadge({ outside, isBelow }: OutsideBadgeProps) {
  if (outside === null) return null
  const Mark = outside === 'missing' ? FileX : FilePen
  return (
    <span
      aria-hidden
      // Dark in both themes: it lies on pictures.
      className={classNames(
        'pointer-events-none absolute right-1 grid size-5 place-items-center rounded-small bg-canvas/75 text-text [color-scheme:dark]',
        isBelow ? 'top-7' : 'top-1',
      )}
    >
      <Mark size={13} className={outside === 'missing' ? 'text-bad' : 'text-warn'} />
    </span>
  )
}
