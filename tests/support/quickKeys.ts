import { getConfig } from '@testing-library/react'

/**
 * Presses keys one right behind the other, as they come when a machine was busy: between two, only what is due at once
 * is done.
 */
export async function pressQuickly(field: Element, ...keys: readonly string[]): Promise<void> {
  await getConfig().asyncWrapper(async () => {
    for (const key of keys) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await dueAtOnce()
    }
  })
}

/** Microtasks, and those that they begin, come before this goes on. */
const dueAtOnce = (): Promise<void> => new Promise((resolve) => process.nextTick(() => resolve()))
