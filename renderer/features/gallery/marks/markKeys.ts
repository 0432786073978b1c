import type { ImageMarks, MarkChange } from '@shared/model/imageMarks'
import { type KeyPress, keyOf } from '../../../stores/keyboard'

interface Keys extends KeyPress {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const flagKeys: Readonly<Record<string, MarkChange>> = {
  p: { flag: 'kept' },
  x: { flag: 'rejected' },
  u: { flag: null },
}

/** The mark that a key gives an image that has these; null for any other key. */
export function markOfKeys(event: Keys, marks: () => ImageMarks): MarkChange | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const key = keyOf(event)
  if (/^[0-5]$/.test(key)) return { rating: Number(key) }
  return key === 'b' ? { favourite: !marks().favourite } : (flagKeys[key] ?? null)
}
