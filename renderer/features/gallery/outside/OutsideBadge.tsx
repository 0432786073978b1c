import type { Outside } from '@shared/model/upkeep'
import { FilePen, FileX } from 'lucide-react'

/** What became of the file of an image, small, over its picture. Its name says the same. */
export function OutsideBadge({ outside }: { readonly outside: Outside | null }) {
  if (outside === null) return null
  const Mark = outside === 'missing' ? FileX : FilePen
  return (
    <span
      aria-hidden
      // Dark in both themes: it lies on pictures.
      className="pointer-events-none absolute top-1 right-1 grid size-5 place-items-center rounded-small bg-canvas/75 text-text [color-scheme:dark]"
    >
      <Mark size={13} className={outside === 'missing' ? 'text-bad' : 'text-warn'} />
    </span>
  )
}
