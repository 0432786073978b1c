import type { Guard } from '../guard'
import type { Clock, Secrets } from '../ports'

/** Looks whether the keychain can be read, for as long as something waits for that. */
export interface KeychainWatch {
  /** Something waits for a key. If the keychain can't be read, it is looked at now and then until it can be. */
  need(): void
  /** Looks now, if something waits: the user asks for it, or the computer woke. */
  look(): Promise<void>
  /** The same, unless the last look was only just: the user is back at the window. */
  glance(): void
  stop(): void
}

/**
 * Milliseconds between two looks; the wait doubles. Each one may make the system ask for a password, so a user who
 * dismisses that isn't asked again at once.
 */
const wait = { shortest: 15_000, longest: 600_000 }
/** Milliseconds after a look during which coming back to the window is no reason for another: the question took the focus. */
const glanceMs = 60_000

export function createKeychainWatch(deps: {
  readonly secrets: Pick<Secrets, 'kind' | 'look'>
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly guard: Pick<Guard, 'run'>
  /** What the keychain is has changed; `isOpen`: what waited can go on. */
  readonly onChange: (isOpen: boolean) => void
}): KeychainWatch {
  const { secrets, clock, guard, onChange } = deps
  let isNeeded = false
  let isLooking = false
  let stopped = false
  let looks = 0
  let lookedAt = clock.monotonic()
  let found = secrets.kind
  let cancel = () => {}

  function plan(): void {
    cancel()
    cancel = clock.after(Math.min(wait.longest, wait.shortest * 2 ** looks), look)
  }

  async function look(): Promise<void> {
    if (!isNeeded || isLooking || stopped) return
    cancel()
    isLooking = true
    looks += 1
    // It may have been opened since by a question that took its time.
    if (secrets.kind !== 'keychain') await secrets.look()
    isLooking = false
    lookedAt = clock.monotonic()
    if (stopped) return
    const isOpen = secrets.kind === 'keychain'
    isNeeded = !isOpen
    if (isNeeded) plan()
    if (isOpen || secrets.kind !== found) onChange(isOpen)
    found = secrets.kind
  }

  return {
    need() {
      if (isNeeded || secrets.kind === 'keychain') return
      isNeeded = true
      looks = 0
      found = secrets.kind
      plan()
      onChange(false)
    },
    look,
    glance() {
      if (clock.monotonic() - lookedAt >= glanceMs) void guard.run(look)
    },
    stop() {
      stopped = true
      cancel()
    },
  }
}
