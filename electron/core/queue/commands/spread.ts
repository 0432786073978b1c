/** Positions of several rows in a gap: the i-th, counted from 1, is at `start + step * i`. */
export interface Spread {
  readonly start: number
  readonly step: number
}

/** Relative to the numbers, or to 1: positions closer together than this can't be told apart reliably. */
const finestStep = 4 * Number.EPSILON

/**
 * Spreads `count` rows evenly between two positions; null is an open end. Returns null if the gap has too few numbers
 * left: the rows around it must be renumbered first.
 */
export function spread(before: number | null, after: number | null, count: number): Spread | null {
  if (before === null) return { start: after === null ? 0 : after - count - 1, step: 1 }
  if (after === null) return { start: before, step: 1 }
  const step = (after - before) / (count + 1)
  return step > finestStep * Math.max(1, Math.abs(before), Math.abs(after)) ? { start: before, step } : null
}
