/** Matchers for what is drawn: `toBeVisible` and the like. */
import '@testing-library/jest-dom/vitest'
import '../support/tellingProperties'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { setViewportWidth } from '../support/viewport'
import { startWindowClock, waitByWindowClock } from '../support/windowClock'
import { windowOutline } from '../support/windowOutline'

/** As in Chromium; happy-dom has none. */
globalThis.reportError = (error: unknown) => {
  window.dispatchEvent(new ErrorEvent('error', { error, cancelable: true }))
}

/**
 * React's own count of the stacks that it took in the last second, one for each element, until there are too many. No
 * test reads one, and they take a quarter of the time: it never takes any.
 */
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
)

/** A query that is tried again and again tells only its last failure: what the window shows is written out then. */
const isTriedAgain = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

configure({
  getElementError(message, container) {
    const shown = isTriedAgain() ? '' : `\n\nThe window shows:\n${windowOutline(container)}`
    return Object.assign(new Error(`${message ?? ''}${shown}`), { name: 'TestingLibraryElementError' })
  },
})
waitByWindowClock()
beforeEach(startWindowClock)

// The files of a worker share a document and their modules: each test leaves them as it found them.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setViewportWidth(1024)
  delete document.documentElement.dataset.theme
})
