/** A local date, `YYYY-MM-DD`, in days since the epoch. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00Z`) / 86_400_000

/** The day that is nearest to another one; of two as near, the first. Null if there are none, or if it isn't a date. */
export function nearestDay(days: readonly string[], to: string): string | null {
  const wanted = dayNumber(to)
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const day of days) {
    const distance = Math.abs(dayNumber(day) - wanted)
    if (!(distance < least)) continue
    best = day
    least = distance
  }
  return best
}
