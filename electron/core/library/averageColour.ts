import { thumbHashToAverageRGBA } from 'thumbhash'

/** The bytes of a placeholder that tell its average colour, as characters of base64. */
const characters = 8

/** The average colour of a placeholder as RGB565, never 0; 0 if there is none. */
export function averageColour(placeholder: string | null): number {
  if (placeholder === null) return 0
  const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(placeholder.slice(0, characters), 'base64'))
  return Math.max(1, (Math.round(r * 31) << 11) | (Math.round(g * 63) << 5) | Math.round(b * 31))
}
