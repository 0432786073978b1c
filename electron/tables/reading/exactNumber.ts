/** So many digits every number has exactly. */
const exactDigits = 15

/** A number of JSON; its text where that has more digits than a number can hold: ids are such. */
export function exactNumber(text: string): number | string {
  const value = Number(text)
  const isExact = Number.isFinite(value) && (text.length <= exactDigits || String(value) === text)
  return isExact ? value : text
}
