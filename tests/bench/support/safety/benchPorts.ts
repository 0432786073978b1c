import type { Clock, Secrets } from '../../../../electron/core/ports'

/**
 * The computer's time, passing `speed` times faster since `startedAt`, in milliseconds since the epoch: the same for
 * every process of a run.
 */
export function fastClock({
  startedAt,
  speed,
}: {
  readonly startedAt: number
  readonly speed: number
}): Clock {
  return {
    now: () => Math.round(startedAt + (Date.now() - startedAt) * speed),
    monotonic: () => performance.now() * speed,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / speed)
      return () => clearTimeout(timer)
    },
  }
}

/** A keychain that outlives every kill: it has the one key, whatever is asked for. */
export const lastingSecrets: Secrets = {
  kind: 'keychain',
  get: async () => 'sk-bench',
  set: async () => {},
  remove: async () => {},
}
