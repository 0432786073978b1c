import { setMaxListeners } from 'node:events'
import type { Clock } from '../ports'
import type { AbortReason } from './exchange'

/** Who aborted. */
export function abortReason(signal: AbortSignal): AbortReason {
  return signal.reason === 'shutdown' ? 'shutdown' : 'person'
}

/**
 * Settles as `outcome` does, or rejects as soon as the signal aborts and `applies`. undici itself reports an abort only
 * once the connection it waits for is up; it then writes nothing.
 */
export async function orAborted<T>(
  outcome: Promise<T>,
  signal: AbortSignal,
  applies: () => boolean = () => true,
): Promise<T> {
  let end = () => {}
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => applies() && reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    end = () => signal.removeEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([outcome, aborted])
  } finally {
    end()
  }
}

/** Aborts as `signal` does, and also as `recall` does if it `applies` then. */
export function withRecall(
  signal: AbortSignal,
  recall: AbortSignal | undefined,
  applies: () => boolean,
): AbortSignal {
  if (recall === undefined) return signal
  const recalled = new AbortController()
  recall.addEventListener('abort', () => applies() && recalled.abort(recall.reason), { once: true })
  return AbortSignal.any([signal, recalled.signal])
}

/** Resolves after `ms`, or as soon as the signal aborts. */
export function pause(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    signal.addEventListener('abort', end)
  })
}

/** Aborts any number of open requests, each of which listens to its signal: many are no leak, and Node needn't warn. */
export function abortingMany(): AbortController {
  const aborting = new AbortController()
  setMaxListeners(0, aborting.signal)
  return aborting
}
