import { type BrowserWindow, powerMonitor } from 'electron'

/** Calls back when the computer shuts down or the person logs out: soon everything is ended, and nobody answers questions. */
export function onSessionEnd(window: BrowserWindow, listener: () => void): void {
  // Linux and macOS. Prevented, it is delayed until the app has quit, for some seconds. Electron's types know of no event.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    listener()
  })
  // Windows.
  window.on('session-end', listener)
}
