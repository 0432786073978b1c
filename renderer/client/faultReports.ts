import { type Fault, framesMaximum, framesOf } from '@shared/model/fault'
import type { Client } from './client'

/** A fault that repeats fills neither the log nor the bridge: later ones aren't reported. */
const most = 20

/**
 * Reports to the main process's log every bug that reaches the window: those nobody caught, and those passed to
 * `reportError` by what contained them. Returns the disposer.
 */
export function reportFaults(client: Pick<Client, 'call'>): () => void {
  let reported = 0
  const report = (thrown: unknown): void => {
    if (reported === most) return
    reported += 1
    // Caught, so that a report that fails isn't the next fault to report.
    client.call('app.reportFault', faultOf(thrown)).catch(() => {})
  }
  // Chromium's remarks about the page's layout come without an error.
  const onError = ({ error }: ErrorEvent): void => {
    if (error !== null && error !== undefined) report(error)
  }
  const onRejection = ({ reason }: PromiseRejectionEvent): void => report(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/** The place at the end of a frame: `at show (app://cyanotype/assets/index-x1.js:12:345)`. */
const place = /\/([\w.-]+)(?:\?[^\s)]*?)?(:\d+:\d+)\)?$/

function faultOf(thrown: unknown): Fault {
  const { name, frames } = framesOf(thrown)
  const places = frames.flatMap((frame) => {
    const [, file, position] = place.exec(frame) ?? []
    return file === undefined || position === undefined ? [] : `${file}${position}`
  })
  return { name, frames: places.slice(0, framesMaximum) }
}
