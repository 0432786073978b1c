import type { Changes } from '../changes'
import type { Guard } from '../guard'
import type { Clock, Logger } from '../ports'
import { storageProblem } from '../storageProblem'
import type { Keyring } from './keyring'

/** How long after a change of the queue unused keys are removed. */
const sweepDelayMs = 5_000

/**
 * What is done in the keychain beside what the user waits for. What it doesn't take now is retried once it is open, and by
 * the next start: the keys stay listed.
 */
export interface KeychainWork {
  /** Removes unused keys, now and whenever the last job of a key ends. */
  start(): void
  sweep(): Promise<void>
  /** Keeps what was typed while the keychain couldn't be reached. */
  keepTyped(): Promise<void>
  stop(): void
}

export function createKeychainWork(deps: {
  readonly keyring: Pick<Keyring, 'sweep' | 'keepTyped'>
  readonly changes: Changes
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run'>
}): KeychainWork {
  const { keyring, changes, clock, logger, guard } = deps
  /** Keys that only open jobs still use. */
  let outlived = 0
  let cancelSweep: (() => void) | null = null
  let unsubscribe: (() => void) | null = null

  async function attempt(event: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (problem) {
      if (storageProblem(problem) !== null) throw problem
      logger.warn(event, { reason: problem instanceof Error ? problem.name : 'unknown' })
    }
  }

  const sweep = () =>
    attempt('connections.keysNotRemoved', async () => {
      outlived = await keyring.sweep()
    })

  function sweepSoon(): void {
    if (outlived === 0 || cancelSweep !== null) return
    cancelSweep = clock.after(sweepDelayMs, () => {
      cancelSweep = null
      return sweep()
    })
  }

  return {
    start() {
      unsubscribe = changes.subscribe((kind) => {
        if (kind === 'queue') sweepSoon()
      })
      void guard.run(sweep)
    },
    sweep,
    keepTyped: () => attempt('connections.keysNotKept', keyring.keepTyped),
    stop() {
      unsubscribe?.()
      cancelSweep?.()
    },
  }
}
