/**
 * The position of half a character in a text, a surrogate without its other half: counted in characters from 1; null if
 * there is none. UTF-8 can't encode one, so the text sent would differ from the text typed.
 */
export function brokenCharacterAt(text: string): number | null {
  const index = text.search(/\p{Surrogate}/u)
  return index < 0 ? null : [...text.slice(0, index)].length + 1
}
