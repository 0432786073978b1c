import type { Core } from '../core/core'

export type QuitChoice = 'wait' | 'now' | 'cancel'

type Listener = (event: { preventDefault(): void }) => void

export interface QuitOptions {
  /** Electron's. */
  readonly app: {
    on(event: 'before-quit', listener: Listener): unknown
    on(event: 'window-all-closed', listener: () => void): unknown
    quit(): void
    /** Starts the app again once this process is gone. */
    relaunch(): void
  }
  readonly window: {
    on(event: 'close', listener: Listener): unknown
    on(event: 'show', listener: () => void): unknown
    hide(): void
  }
  /** Brings the window back from wherever it is. */
  readonly show: () => void
  /** Rejects when the core could not start: there is nothing to wait for then. */
  readonly core: Promise<QuittingCore>
  /** What to do about this many unanswered requests, at least 1. */
  readonly ask: (requests: number) => Promise<QuitChoice>
  /** Calls back when the session of the person ends: the app leaves at once then, whatever was asked. */
  readonly onSessionEnd: (listener: () => void) => void
  /** Ends the process when it can no longer end on its own. */
  readonly kill: () => void
}

type QuittingCore = Pick<Core, 'openDirectRequests' | 'holdForQuit' | 'subscribe' | 'hearLastWords' | 'stop'>

/**
 * Leaves only after the window has written everything and the core has stopped. While direct requests are unanswered the person is asked first:
 * waiting hides the window and quits with the last answer; asking for the window again takes the wait back. At the
 * end of the session nobody is asked, and nothing waited for. From the question on, or the word that leaves, nothing
 * more is sent. Who starts the app while it stops gets it: it starts anew.
 */
export function superviseQuit(options: QuitOptions): { readonly comeBack: () => void } {
  const { app, window, show, core, ask, onSessionEnd, kill } = options
  let phase: 'running' | 'leaving' | 'stopping' | 'stopped' = 'running'
  let endWait = (): void => {}
  let isSessionOver = false
  let isWanted = false
  const sessionEnd = new Promise<void>((resolve) => {
    onSessionEnd(() => {
      isSessionOver = true
      resolve()
      app.quit()
    })
  })

  app.on('before-quit', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    if (phase === 'running') void leave()
  })
  // Closing the window is quitting; the window goes when the core has stopped.
  window.on('close', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    app.quit()
  })
  // Whatever shows it: a notification, the system's own list of windows.
  window.on('show', () => endWait())
  app.on('window-all-closed', () => app.quit())

  async function leave(): Promise<void> {
    phase = 'leaving'
    isWanted = false
    const running = await core.catch(() => null)
    if (running !== null && !(await mayLeave(running))) {
      phase = 'running'
      return
    }
    phase = 'stopping'
    window.hide()
    try {
      running?.holdForQuit(true)
      await running?.hearLastWords()
      const end = await running?.stop()
      startAnew()
      if (end === 'hanging') kill()
    } finally {
      phase = 'stopped'
      startAnew()
      // From a microtask of `before-quit` the second quit would be swallowed.
      setImmediate(() => app.quit())
    }
  }

  function startAnew(): void {
    if (!isWanted || isSessionOver) return
    isWanted = false
    app.relaunch()
  }

  async function mayLeave(running: QuittingCore): Promise<boolean> {
    const open = running.openDirectRequests()
    if (open === 0 || isSessionOver) return true
    // What was sent while the question stands would be given up by an answer that knows nothing of it.
    running.holdForQuit(true)
    const leaves = await decided(running, open)
    if (!leaves) running.holdForQuit(false)
    return leaves
  }

  async function decided(running: QuittingCore, open: number): Promise<boolean> {
    const choice = await Promise.race([sessionEnd.then(() => 'now'), ask(open)])
    // Whoever was asked has decided since.
    isWanted = false
    if (choice !== 'wait') return choice === 'now'
    window.hide()
    return Promise.race([sessionEnd.then(() => true), allAnswered(running)])
  }

  /** False when the person wants the window back before. */
  function allAnswered(running: QuittingCore): Promise<boolean> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (running.openDirectRequests() === 0) finish(true)
      }
      const unsubscribe = running.subscribe(look)
      const finish = (answered: boolean): void => {
        unsubscribe()
        endWait = () => {}
        resolve(answered)
      }
      endWait = () => finish(false)
      look()
    })
  }

  return {
    comeBack() {
      endWait()
      isWanted = phase !== 'running'
      if (phase === 'stopped') startAnew()
      if (phase !== 'stopping' && phase !== 'stopped') show()
    },
  }
}
