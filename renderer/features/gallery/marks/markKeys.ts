import type { MarkChange } from '@shared/model/imageMarks'

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

/** The mark that a key gives; null for any other key. */
export function markOfKeys({ key, ctrlKey, metaKey, altKey }: Keys): MarkChange | null {
  if (ctrlKey || metaKey || altKey) return null
  return /^[0-5]$/.test(key) ? { rating: Number(key) } : (flagKeys[key.toLowerCase()] ?? null)
}
