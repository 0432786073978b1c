/** Matchers for what is drawn: `toBeVisible` and the like. */
import '@testing-library/jest-dom/vitest'

/** As in Chromium; happy-dom has none. */
globalThis.reportError = (error: unknown) => {
  window.dispatchEvent(new ErrorEvent('error', { error, cancelable: true }))
}
