import { type BrowserWindow, powerMonitor } from 'electron'

/**
 * Calls back when the computer shuts down or the person logs out: everything ends soon, and nobody answers questions.
 */
export function onSessionEnd(window: BrowserWindow, listener: () => void): void {
  // Linux and macOS. Preventing it delays the shutdown for some seconds, until the app has quit. Electron's types lack
  // the event.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    listener()
  })
  // Windows.
  window.on('session-end', listener)
}
