import type { Clock } from './ports'
import { within } from './within'

/** Milliseconds the window is waited for: one that does not answer must not keep the app from its end. */
const waitMs = 1000

/** Before the app ends the window is heard: what was typed last is not written yet. */
export interface LastWords {
  /** Asks the window, and waits until it has written everything, a second at most. */
  hear(): Promise<void>
  /** The window has. */
  heard(): void
}

export function createLastWords(deps: {
  readonly clock: Pick<Clock, 'after'>
  /** False when nobody listens. */
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
