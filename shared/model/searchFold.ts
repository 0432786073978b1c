/**
 * A text as searches compare it, on both sides: upper and lower case, full and half width, composed and decomposed
 * letters, and Latin and Greek letters with and without accents are the same. Marks of other scripts stay, because
 * they make other letters. May be longer or shorter than the text.
 */
export function searchFold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  const letters = text.replace(loneSurrogates, '\ufffd').normalize('NFKD').replace(accents, '$1')
  // Through upper case, in which ß, ẞ, ı and ſ are what people type instead of them.
  return letters.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
}

/** All of ASCII. */
const plain = /^[\0-\x7f]*$/
const accents = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
/** SQLite would store them as this sign. */
const loneSurrogates = /\p{Surrogate}/gu
