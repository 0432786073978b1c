/** Every number with this many digits is exact. */
const exactDigits = 15

/** A number in JSON, or its text if it has more digits than a number can hold, as some ids do. */
export function exactNumber(text: string): number | string {
  const value = Number(text)
  const isExact = Number.isFinite(value) && (text.length <= exactDigits || String(value) === text)
  return isExact ? value : text
}
