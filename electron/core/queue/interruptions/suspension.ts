import type { Clock } from '../../ports'

/** From the word that the computer is about to sleep until it woke. What is sent in between could only be lost. */
export interface Suspension {
  begin(): void
  end(): void
  isOn(): boolean
}

/** A computer that runs on for so long has not fallen asleep after all, or nobody said that it woke. */
const longestMs = 60_000

/** `onEnd` is called whenever the computer woke, whether or not it was said that it would sleep. */
export function createSuspension({
  clock,
  onEnd,
}: {
  readonly clock: Clock
  readonly onEnd: () => void
}): Suspension {
  let cancel: (() => void) | null = null

  function end(): void {
    cancel?.()
    cancel = null
    onEnd()
  }

  return {
    begin() {
      cancel?.()
      cancel = clock.after(longestMs, end)
    },
    end,
    isOn: () => cancel !== null,
  }
}
