import { setTimeout as pause } from 'node:timers/promises'
import { waitMs } from '../../scripts/testRun/patience'

export interface EventuallyOptions {
  /** How long to keep trying, in milliseconds; default `waitMs`. Only benches know how long something takes. */
  readonly timeoutMs?: number
  /** What is waited for, for the message if it does not come. */
  readonly what?: string
}

type Nothing = false | null | undefined

/**
 * Tries until the check neither throws nor returns false, null or undefined. Rejects with the last cause
 * after the timeout.
 */
export async function eventually<T>(
  check: () => T | Nothing | Promise<T | Nothing>,
  { timeoutMs = waitMs, what = 'the condition' }: EventuallyOptions = {},
): Promise<T> {
  const end = performance.now() + timeoutMs
  let cause: unknown
  do {
    try {
      const value = await check()
      if (value !== false && value !== null && value !== undefined) return value
      cause = value
    } catch (error) {
      cause = error
    }
    await pause(25)
  } while (performance.now() < end)
  throw new Error(`Waited ${timeoutMs} ms for ${what}`, { cause })
}
