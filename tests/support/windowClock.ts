import { setImmediate as nextTurn } from 'node:timers/promises'
import { act, configure, getConfig, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

/** How long a test waits for one thing, in milliseconds of the window's clock: over a thousand looks. */
const patience = 60_000

const advance = (ms: number): void => void vi.advanceTimersByTime(ms)

/**
 * Time passes in the window only while a test waits for something, 50 ms between two looks: a toast can't be gone before
 * a slow machine has looked for it, and nobody waits for a delay to be over.
 */
export function startWindowClock(): void {
  // What Node and React do among themselves goes on as always.
  vi.useFakeTimers({ toNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] })
}

/** What is awaited may be on its way through Node, such as through a database or a file. */
async function settle(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

/** Lets time pass while React notes what it changes. */
async function takeStep(step: () => unknown): Promise<void> {
  await act(async () => {
    await step()
    await settle()
  })
}

/** Has Testing Library wait by the window's clock, which it takes for one of Jest's. */
export function waitByWindowClock(): void {
  if ('jest' in globalThis) return
  Object.assign(globalThis, { jest: { advanceTimersByTime: advance } })
  const { asyncWrapper } = getConfig()
  let lastStep = Promise.resolve()
  configure({
    asyncUtilTimeout: patience,
    asyncWrapper: (work) =>
      asyncWrapper(async () => {
        try {
          return await work()
        } finally {
          // A wait in vain ends within a step: React would draw nothing for later tests if they began beside it.
          await lastStep
          await settle()
        }
      }),
    unstable_advanceTimersWrapper(step) {
      lastStep = takeStep(step)
      return lastStep
    },
  })
}

/** Waits until this holds, as long as anything is waited for. */
export async function waitUntil(holds: () => unknown): Promise<void> {
  await waitFor(() => {
    if (!holds()) throw new Error(`It doesn’t hold: ${holds}`)
  })
}

/** A user whose presses take no time. */
export function createUser(): UserEvent {
  return userEvent.setup({
    advanceTimers: async (ms) => {
      advance(ms)
      await settle()
    },
  })
}
