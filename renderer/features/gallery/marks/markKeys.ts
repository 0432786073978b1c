import type { ImageMarks, MarkChange } from '@shared/model/imageMarks'

interface Keys {
  readonly key: string
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
export function markOfKeys(
  { key, ctrlKey, metaKey, altKey }: Keys,
  marks: () => ImageMarks,
): MarkChange | null {
  if (ctrlKey || metaKey || altKey) return null
  if (/^[0-5]$/.test(key)) return { rating: Number(key) }
  const letter = key.toLowerCase()
  return letter === 'b' ? { favourite: !marks().favourite } : (flagKeys[letter] ?? null)
}
