import type { SqlParams } from '../db/database'
import { folded } from '../db/folded'
import { textColumn } from '../db/textColumn'

/** More words than this add no meaning and would only make the statement longer. */
const termsMaximum = 16

/**
 * The condition that a column of folded text contains every word, in any order. Substrings count, because CJK text has
 * no spaces.
 */
export function holding(text: string): { readonly where: string; readonly params: SqlParams } {
  const words = folded(textColumn(text)).split(/\s+/)
  const terms = [...new Set(words.filter((word) => word !== ''))].slice(0, termsMaximum)
  return {
    where: ['removed = 0', ...terms.map((_, i) => `instr(folded, :term${i}) > 0`)].join(' AND '),
    params: Object.fromEntries(terms.map((term, i) => [`term${i}`, term])),
  }
}
