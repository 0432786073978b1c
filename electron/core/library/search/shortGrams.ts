/**
 * Runs of one and two characters as words of an index of their own. They are whole words in Chinese, Japanese and
 * Korean, and too short for the index of trigrams. SQLite’s tokenizers would split and drop most of them, so each
 * character is written as four of ASCII.
 */

const written = new Map<string, string>()
/** More different characters than anyone’s library has. */
const writtenMaximum = 20_000

function ascii(character: string): string {
  const known = written.get(character)
  if (known !== undefined) return known
  const made = (character.codePointAt(0) ?? 0).toString(36).padStart(4, '0')
  if (written.size < writtenMaximum) written.set(character, made)
  return made
}

/** How the index has a run of one or two characters. */
export const shortToken = (run: string): string => [...run].map(ascii).join('')

/** All runs of texts, none across white space. */
export function shortGrams(texts: readonly string[]): string {
  const found = new Set<string>()
  for (const text of texts)
    for (const word of text.split(/\s+/)) {
      let before = ''
      for (const character of word) {
        const own = ascii(character)
        found.add(own)
        if (before !== '') found.add(before + own)
        before = own
      }
    }
  return [...found].join(' ')
}
