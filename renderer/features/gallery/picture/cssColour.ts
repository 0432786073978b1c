/** An average colour as RGB565; undefined for 0, which stands for none. */
export function cssColour(colour: number): string | undefined {
  if (colour === 0) return undefined
  const part = (bits: number, most: number) => Math.round(((bits & most) * 255) / most)
  return `rgb(${part(colour >> 11, 31)} ${part(colour >> 5, 63)} ${part(colour, 31)})`
}
