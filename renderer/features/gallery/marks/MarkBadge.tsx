import type { ImageMarks } from '@shared/model/imageMarks'
import { Check, Star, X } from 'lucide-react'

/** The marks of an image, small, over its picture; nothing for one without marks. Its name says the same. */
export function MarkBadge({ flag, rating }: ImageMarks) {
  if (flag === null && rating === 0) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-1 left-1 flex h-5 items-center gap-0.5 rounded-small bg-black/60 px-1 text-white"
    >
      {flag === 'kept' && <Check size={13} strokeWidth={3} className="text-[#5fb287]" />}
      {flag === 'rejected' && <X size={13} strokeWidth={3} className="text-[#e8766b]" />}
      {Array.from({ length: rating }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike
        <Star key={at} size={10} fill="currentColor" strokeWidth={0} />
      ))}
    </span>
  )
}
