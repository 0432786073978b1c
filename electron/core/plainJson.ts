/** How many values a JSON text may have: far more than any of ours. */
const valuesMaximum = 20_000

/**
 * Whether a JSON text that others may have written has so few values that reading it keeps nobody waiting, however long
 * its texts are. Anything may be wrong with it otherwise.
 */
export function isPlainJson(text: string): boolean {
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfText(text, at)
    else if (character === ',' || character === '[' || character === '{') values++
    if (values > valuesMaximum) return false
  }
  return true
}

/** Where the text ends that begins at a quotation mark. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
