import type { Clock } from '../ports'

/** How slowly a body may arrive. */
export interface BodyPace {
  /** Milliseconds in which at least `leastBytes` must come. */
  readonly windowMs: number
  readonly leastBytes: number
  /** Milliseconds for all of it. */
  readonly longestMs: number
}

/** A body arrived too slowly to wait for it. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
  readonly code = 'TOO_SLOW'
}

/**
 * Passes a body on; throws TooSlow when it is only dripped. That no byte comes at all is not seen here: for
 * that the connection has a time-out.
 */
export async function* paced(
  chunks: AsyncIterable<unknown>,
  { windowMs, leastBytes, longestMs }: BodyPace,
  clock: Pick<Clock, 'monotonic'>,
): AsyncGenerator<Uint8Array> {
  const begun = clock.monotonic()
  let window = { begun, bytes: 0 }
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue
    yield chunk
    const now = clock.monotonic()
    window.bytes += chunk.byteLength
    if (now - begun > longestMs) throw new TooSlow()
    if (now - window.begun < windowMs) continue
    if (window.bytes < leastBytes) throw new TooSlow()
    window = { begun: now, bytes: 0 }
  }
}
