import type { ImageMarks } from '@shared/model/imageMarks'
import { Ban, Check, Heart, Star } from 'lucide-react'

/** The marks of an image, small, over its picture; nothing for one without marks. Its name says the same. */
export function MarkBadge({ flag, rating, favourite }: ImageMarks) {
  if (flag === null && rating === 0 && !favourite) return null
  return (
    <span
      aria-hidden
      // Dark in both themes: it lies on pictures.
      className="pointer-events-none absolute top-1 left-1 flex h-5 items-center gap-0.5 rounded-small bg-canvas/75 px-1 text-text [color-scheme:dark]"
    >
      {flag === 'kept' && <Check size={13} strokeWidth={3} className="text-ok" />}
      {flag === 'rejected' && <Ban size={12} strokeWidth={3} className="text-bad" />}
      {favourite && <Heart size={12} fill="currentColor" strokeWidth={0} />}
      {Array.from({ length: rating }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike
        <Star key={at} size={10} fill="currentColor" strokeWidth={0} />
      ))}
    </span>
  )
}
