import type { Clock } from '../../../ports'

/** From the notice that the computer is about to sleep until it wakes. What is sent in between could only be lost. */
export interface Suspension {
  begin(): void
  end(): void
  isOn(): boolean
}

/** A computer that keeps running for this long didn't sleep after all, or its waking wasn't reported. */
const longestMs = 60_000

/** `onEnd` is called whenever the computer wakes, whether or not it announced that it would sleep. */
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
