type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null

/**
 * True if two values are equal as JSON, which leaves out members that are undefined. Copies nothing: the whole queue is
 * compared with each change.
 */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  for (const key in a) if (!sameData(a[key], b[key])) return false
  for (const key in b) if (b[key] !== undefined && !Object.hasOwn(a, key)) return false
  return true
}

/** The old value if the new one equals it, so that whatever shows it need not be redrawn. */
export function kept<T>(before: T | undefined, after: T): T {
  return before !== undefined && sameData(before, after) ? before : after
}

/** The new rows; those that did not change, by id, are the same objects as before. */
export function keptRows<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((row) => [row.id, row]))
  return after.map((row) => kept(known.get(row.id), row))
}
