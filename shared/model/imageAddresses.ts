/**
 * The addresses in text that was pasted, typed or read from a cell: separated by white space, `|`, or a comma or
 * semicolon in front of the next. Marks after an address that belong to the sentence aren't part of it.
 */
export function imageAddresses(text: string): string[] {
  return text
    .split(/[\s|]+|[,;]+(?=https?:)/i)
    .map((word) => word.replace(/[,;.。，；、]+$/, ''))
    .filter((word) => word !== '')
}
