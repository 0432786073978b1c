import type { ChangeKind } from './changes'
import type { Power } from './ports'

/**
 * A direct request that is open when the computer goes to sleep would be lost, and may be billed. If it sleeps anyway
 * (the lid, an empty battery), the answer is lost or times out: the job is uncertain and never sent again.
 */
export interface Wakefulness {
  /** Whatever changed: keeps the computer awake while such a request is open, and no longer. */
  review(changed: ChangeKind): void
  end(): void
}

export function createWakefulness(deps: {
  readonly power: Pick<Power, 'keepAwake'>
  readonly openDirectRequests: () => number
}): Wakefulness {
  let letSleep: (() => void) | null = null

  function end(): void {
    letSleep?.()
    letSleep = null
  }

  return {
    review(changed) {
      if (changed !== 'queue') return
      if (deps.openDirectRequests() === 0) end()
      else letSleep ??= deps.power.keepAwake()
    },
    end,
  }
}
