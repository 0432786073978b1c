/** True if two values are equal as JSON, which leaves out members that are undefined. */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = members(a)
  const right = new Map(members(b))
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && sameData(value, right.get(key)))
  )
}

const members = (value: object) => Object.entries(value).filter(([, member]) => member !== undefined)

/** The old value if the new one equals it, so that whatever shows it need not be redrawn. */
export function kept<T>(before: T | undefined, after: T): T {
  return before !== undefined && sameData(before, after) ? before : after
}

/** The new rows; those that did not change, by id, are the same objects as before. */
export function keptRows<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((row) => [row.id, row]))
  return after.map((row) => kept(known.get(row.id), row))
}
