import type { Clock } from '../../ports'
import { backoffMs } from '../../service/backoff'

/**
 * Connections whose images lie where nothing could be reached, or that give fewer at once, kept in memory: not every
 * image of a connection has to find that out for itself.
 */
export interface DownloadRests {
  /** A download found no way, or came too soon. */
  missed(connectionId: string): void
  /** A download was answered, or the network may be back. */
  end(connectionId: string | 'all'): void
  /** Connections that rest now. */
  resting(): readonly string[]
  /** Milliseconds until the next of them may be tried; null when none rests. */
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
      // Those that were under way together miss together: that is one time.
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
