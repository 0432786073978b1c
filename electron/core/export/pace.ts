import type { ExportRun } from '@shared/model/exportRun'
import type { Clock } from '../ports'

/** Milliseconds that say how fast files are written now: enough to be steady. */
const windowMs = 10_000
/** Slow files take longer than that: so many are kept all the same. */
const leastFiles = 4
/** Before so much is known, nothing is said. */
const leastMs = 2_000

export type Pace = ReturnType<typeof createPace>

/** How fast files are written now. */
export function createPace(clock: Pick<Clock, 'monotonic'>) {
  let times: number[] = []

  function perSecond(): number | null {
    const [first, last] = [times[0], times.at(-1)]
    if (first === undefined || last === undefined) return null
    if (times.length < leastFiles || last - first < leastMs) return null
    return ((times.length - 1) * 1_000) / (last - first)
  }

  return {
    begin(): void {
      times = [clock.monotonic()]
    },
    /** One more was written. */
    note(): void {
      const now = clock.monotonic()
      times.push(now)
      while (times.length > leastFiles && (times[1] ?? now) < now - windowMs) times.shift()
    },
    /** The files in a second, and the milliseconds until so many more are written; null until that is known. */
    now(files: number): Pick<Extract<ExportRun, { readonly stage: 'running' }>, 'perSecond' | 'leftMs'> {
      const rate = perSecond()
      return { perSecond: rate, leftMs: rate === null ? null : Math.round((files * 1_000) / rate) }
    },
  }
}
