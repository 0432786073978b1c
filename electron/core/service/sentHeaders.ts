import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { isRecord } from './answers/json'

/** A request on its way, and what is known about the wire. */
export interface Followed<T> {
  readonly outcome: Promise<T>
  /** Whether this request's headers were put on the wire; also true if that can't be known. */
  written(): boolean
}

export interface SentHeaders {
  /** `start` must make exactly one undici request before it returns. */
  follow<T>(start: () => Promise<T>): Followed<T>
  close(): void
}

const created = 'undici:request:create'
const sending = 'undici:client:sendHeaders'

/**
 * Knows from undici's own diagnostics which requests were written. undici creates its request object inside the call
 * that starts it: that object is the identity, so that nothing is added to the wire.
 */
export function createSentHeaders(): SentHeaders {
  const written = new WeakMap<object, boolean>()
  let captured: object | null = null

  const onCreated = (message: unknown): void => {
    captured ??= requestOf(message)
  }
  const onSending = (message: unknown): void => {
    const request = requestOf(message)
    if (request !== null && written.has(request)) written.set(request, true)
  }
  subscribe(sending, onSending)

  return {
    follow(start) {
      captured = null
      // Subscribed only during the call: anything that others create meanwhile isn't ours.
      subscribe(created, onCreated)
      let outcome: ReturnType<typeof start>
      try {
        outcome = start()
      } finally {
        unsubscribe(created, onCreated)
      }
      const request: object | null = captured
      if (request !== null) written.set(request, false)
      return { outcome, written: () => request === null || written.get(request) !== false }
    },
    close() {
      unsubscribe(sending, onSending)
    },
  }
}

function requestOf(message: unknown): object | null {
  return isRecord(message) && isRecord(message.request) ? message.request : null
}
