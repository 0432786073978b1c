import type { Clock } from '../../../ports'
import { backoffMs } from '../../../service/backoff'

/**
 * Connections whose images couldn't be reached, or that serve fewer at once. Kept in memory, so that not every image of
 * a connection has to find this out again.
 */
export interface DownloadRests {
  /** A download couldn't get through, or the server asked for fewer. */
  missed(connectionId: string): void
  /** A download was answered, or the network may be back. */
  end(connectionId: string | 'all'): void
  /** Connections whose downloads are paused now. */
  resting(): readonly string[]
  /** Milliseconds until the next of them may be tried; null if none is paused. */
  nextEndMs(): number | null
}

export function createDownloadRests({
  clock,
  random,
}: {
  readonly clock: Clock
  readonly random: () => number
}): DownloadRests {
  /** Until when, in monotonic milliseconds, and after how many misses in a row. */
  const rests = new Map<string, { readonly until: number; readonly misses: number }>()

  const left = () => {
    const now = clock.monotonic()
    return [...rests].map(([id, { until }]) => ({ id, ms: until - now })).filter(({ ms }) => ms > 0)
  }

  return {
    missed(connectionId) {
      const now = clock.monotonic()
      const { until = 0, misses = 0 } = rests.get(connectionId) ?? {}
      // Downloads that were under way together fail together: that counts once.
      if (until > now) return
      rests.set(connectionId, { until: now + backoffMs(misses, random), misses: misses + 1 })
    },
    end(connectionId) {
      if (connectionId === 'all') rests.clear()
      else rests.delete(connectionId)
    },
    resting: () => left().map(({ id }) => id),
    nextEndMs() {
      const ends = left().map(({ ms }) => ms)
      return ends.length === 0 ? null : Math.min(...ends)
    },
  }
}
