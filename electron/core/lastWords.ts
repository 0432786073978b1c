import type { Clock } from './ports'
import { within } from './within'

/** How long to wait for the window, in milliseconds: one that doesn't answer must not keep the app from ending. */
const waitMs = 1000

/** Before the app ends, it asks the window to write: what was typed last isn't written yet. */
export interface LastWords {
  /** Asks the window, and waits until it has written everything, at most a second. */
  hear(): Promise<void>
  /** The window has written everything. */
  heard(): void
}

export function createLastWords(deps: {
  readonly clock: Pick<Clock, 'limit'>
  /** False if nobody listens. */
  readonly ask: () => boolean
}): LastWords {
  const { clock, ask } = deps
  let heard = (): void => {}
  return {
    async hear() {
      const words = new Promise<void>((resolve) => {
        heard = resolve
      })
      if (ask()) await within(clock, waitMs, words)
    },
    heard: () => heard(),
  }
}
