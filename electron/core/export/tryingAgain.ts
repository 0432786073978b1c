import type { Clock } from '../ports'

/** Tries again later what a destination or the library keeps from being done now. */
export interface TryingAgain {
  /** Once, unless `stop` comes before. */
  later(): void
  stop(): void
}

/** How long until then, in milliseconds. */
const tryAgainMs = 60_000

export function createTryingAgain(clock: Pick<Clock, 'after'>, tryAgain: () => unknown): TryingAgain {
  let stop = (): void => {}
  return {
    later() {
      stop()
      stop = clock.after(tryAgainMs, tryAgain)
    },
    stop: () => stop(),
  }
}
