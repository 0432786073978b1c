import type { ImageFormat } from './image'

/** How many bytes of a file `formatOf` looks at: enough for the brands of an AVIF. */
export const signatureBytes = 64

/**
 * The format by a file's first bytes, whatever its name or the server said; null for anything else. It decides whether
 * a decoder sees the file at all: sharp would also read SVG, PDF and others, which can refer to further files.
 */
export function formatOf(bytes: Uint8Array): ImageFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, signatureBytes))
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return null
}

/** The brands of an ISO media file's `ftyp` box, the major one first; none of any other file. */
export function brandsOf(head: string): readonly string[] {
  if (head.slice(4, 8) !== 'ftyp') return []
  // Longer boxes than what is looked at have a higher byte before this one.
  const isShort = head.startsWith('\0\0\0')
  const end = isShort ? Math.min(head.charCodeAt(3), head.length) : head.length
  const found = [head.slice(8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(head.slice(at, at + 4))
  return found
}
