import type { Clock } from '../ports'

/** How many of the latest files say how long the others will take. */
const latest = 60
/** With fewer it isn't known. */
const least = 3

/** How fast files are written now. */
export function createPace(clock: Pick<Clock, 'monotonic'>) {
  let times: number[] = []
  return {
    begin(): void {
      times = [clock.monotonic()]
    },
    /** One more was written. */
    note(): void {
      times.push(clock.monotonic())
      if (times.length > latest) times = times.slice(-latest)
    },
    /** Milliseconds until so many more are written; null until that is known. */
    left(files: number): number | null {
      const [first, last] = [times[0], times.at(-1)]
      if (first === undefined || last === undefined || times.length <= least) return null
      return Math.round(((last - first) / (times.length - 1)) * files)
    },
  }
}
