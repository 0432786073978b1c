/**
 * Where a text holds half of a character, a surrogate without its other half: counted in characters from 1, null
 * for none. UTF-8 can't carry one: what is sent would differ from what was typed.
 */
export function brokenCharacterAt(text: string): number | null {
  const index = text.search(/\p{Surrogate}/u)
  return index < 0 ? null : [...text.slice(0, index)].length + 1
}
