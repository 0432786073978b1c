import type { Clock } from '../ports'

/** The slowest that a body may arrive. */
export interface BodyPace {
  /** Milliseconds in which at least `leastBytes` must come. */
  readonly windowMs: number
  readonly leastBytes: number
  /** Milliseconds for the whole body. */
  readonly longestMs: number
}

/** A body arrived too slowly to keep waiting for it. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
  readonly code = 'TOO_SLOW'
}

/**
 * Passes a body on; throws TooSlow if it only drips in. A body of which no byte comes isn't noticed here: the
 * connection has a time-out for that.
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
