/**
 * Where a text contains half a character, a surrogate without its other half: counted in characters from 1, or null.
 * UTF-8 can't encode one: what is sent would differ from what was typed.
 */
export function brokenCharacterAt(text: string): number | null {
  const index = text.search(/\p{Surrogate}/u)
  return index < 0 ? null : [...text.slice(0, index)].length + 1
}
