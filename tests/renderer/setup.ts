/** Matchers for what is drawn: `toBeVisible` and the like. */
import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'
import { waitMs } from '../../scripts/testRun/patience'

/** As in Chromium; happy-dom has none. */
globalThis.reportError = (error: unknown) => {
  window.dispatchEvent(new ErrorEvent('error', { error, cancelable: true }))
}

/** A busy machine stands still for seconds: what is waited for must come, not come soon. */
configure({ asyncUtilTimeout: waitMs })
