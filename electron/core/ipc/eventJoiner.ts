import type { CoreEvent } from '../core'
import type { Clock } from '../ports'

/** At most ten per second of each kind. */
const intervalMs = 100

/**
 * Joins events that come close together: the first goes out at once, and the last of the following ones a little later.
 */
export interface EventJoiner {
  /** `kind`: what to join by; `read` is called when the event goes out, so that the event is never stale. */
  push(kind: string, read: () => CoreEvent): void
  stop(): void
}

export function createEventJoiner(clock: Clock, emit: (event: CoreEvent) => void): EventJoiner {
  /** Kinds that were sent less than an interval ago, each with what has come since. */
  const resting = new Map<string, { next: (() => void) | null; cancel: () => void }>()
  let stopped = false

  function rest(kind: string): void {
    const cancel = clock.after(intervalMs, () => {
      const next = resting.get(kind)?.next ?? null
      resting.delete(kind)
      if (next === null) return
      rest(kind)
      next()
    })
    resting.set(kind, { next: null, cancel })
  }

  return {
    push(kind, read) {
      if (stopped) return
      const send = () => emit(read())
      const state = resting.get(kind)
      if (state !== undefined) {
        state.next = send
        return
      }
      rest(kind)
      send()
    },
    stop() {
      stopped = true
      for (const { cancel } of resting.values()) cancel()
    },
  }
}
