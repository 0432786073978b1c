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
  /** Brings the window to the front, wherever it is. */
  readonly show: () => void
  /** Rejects if the core couldn't start: then there is nothing to wait for. */
  readonly core: Promise<QuittingCore>
  /** What to do about this many unanswered requests, at least 1. */
  readonly ask: (requests: number) => Promise<QuitChoice>
  /** Calls back when the user's session ends: the app then quits at once, whatever was being asked. */
  readonly onSessionEnd: (listener: () => void) => void
  /** Ends the process if it can no longer end on its own. */
  readonly kill: () => void
}

type QuittingCore = Pick<Core, 'openDirectRequests' | 'holdForQuit' | 'subscribe' | 'hearLastWords' | 'stop'>

/**
 * Quits only after the window has written everything and the core has stopped. While direct requests are unanswered,
 * the user is asked first. Waiting hides the window and quits after the last answer; opening the window again cancels
 * that. At the end of the session nobody is asked, and nothing is waited for. Nothing more is sent once the question is
 * shown, or the app is told to quit. If someone starts the app while it is stopping, it starts again.
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
  // Closing the window quits the app; the window closes once the core has stopped.
  window.on('close', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    app.quit()
  })
  // However it is shown: for example by a notification, or from the system's list of windows.
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
      // A second quit from a microtask of `before-quit` would be swallowed.
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
    // A request sent while the question is shown would be given up by an answer that didn't count it.
    running.holdForQuit(true)
    const leaves = await decided(running, open)
    if (!leaves) running.holdForQuit(false)
    return leaves
  }

  async function decided(running: QuittingCore, open: number): Promise<boolean> {
    const choice = await Promise.race([sessionEnd.then(() => 'now'), ask(open)])
    // The user has decided in the meantime.
    isWanted = false
    if (choice !== 'wait') return choice === 'now'
    window.hide()
    return Promise.race([sessionEnd.then(() => true), allAnswered(running)])
  }

  /** False if the user opens the window again first. */
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
