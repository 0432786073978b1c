import type { AbortReason } from './exchange'

/** Who aborted. */
export function abortReason(signal: AbortSignal): AbortReason {
  return signal.reason === 'shutdown' ? 'shutdown' : 'person'
}

/**
 * Settles as `outcome` does, or rejects as soon as the signal aborts and `applies`. undici itself tells
 * of an abort only once the connection it waits for stands; it writes nothing then.
 */
export async function orAborted<T>(
  outcome: Promise<T>,
  signal: AbortSignal,
  applies: () => boolean = () => true,
): Promise<T> {
  const settled = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => applies() && reject(signal.reason), { signal: settled.signal })
  })
  try {
    return await Promise.race([outcome, aborted])
  } finally {
    settled.abort()
  }
}
