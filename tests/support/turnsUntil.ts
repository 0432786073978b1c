import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Waits turn by turn of the event loop: what does a part in each is met between two of them, however few they are and
 * however busy the machine is.
 */
export async function turnsUntil(isMet: () => boolean): Promise<void> {
  while (!isMet()) await nextTurn()
}
