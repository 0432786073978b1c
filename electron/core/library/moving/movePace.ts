import type { Clock } from '../../ports'

/** Milliseconds over which the pace is measured, and of which none is told yet. */
const windowMs = 30_000
const shortMs = 2_000

/** How fast a move goes. */
export interface MovePace {
  /** Some more bytes were handled. */
  note(bytes: number): void
  /** Null while too little is known. */
  bytesPerSecond(): number | null
  /** It was interrupted. */
  forget(): void
}

export function createMovePace(clock: Pick<Clock, 'monotonic'>): MovePace {
  let steps: readonly { readonly at: number; readonly bytes: number }[] = []

  return {
    note(bytes) {
      const now = clock.monotonic()
      const last = steps.at(-1)
      // About ten a second are enough.
      if (last !== undefined && now - last.at < 100)
        steps = [...steps.slice(0, -1), { at: last.at, bytes: last.bytes + bytes }]
      else steps = [...steps.filter(({ at }) => now - at < windowMs), { at: now, bytes }]
    },
    bytesPerSecond() {
      const first = steps[0]
      if (first === undefined) return null
      const ms = clock.monotonic() - first.at
      return ms < shortMs ? null : (steps.reduce((sum, { bytes }) => sum + bytes, 0) / ms) * 1000
    },
    forget() {
      steps = []
    },
  }
}
