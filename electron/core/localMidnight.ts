/** When the local day of a time began; both in milliseconds since the epoch. */
export function localMidnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}
