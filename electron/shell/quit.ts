import type { App, BrowserWindow } from 'electron'
import type { Core } from '../core/core'
import { showWindow } from './window'

export type QuitChoice = 'wait' | 'now' | 'cancel'

export interface QuitOptions {
  readonly app: App
  readonly window: BrowserWindow
  /** Rejects when the core could not start: there is nothing to wait for then. */
  readonly core: Promise<Pick<Core, 'openDirectRequests' | 'subscribe' | 'stop'>>
  /** What to do about this many unanswered requests, at least 1. */
  readonly ask: (requests: number) => Promise<QuitChoice>
}

/**
 * Leaves only after the core has stopped. While direct requests are unanswered the person is asked first:
 * waiting hides the window and quits with the last answer; asking for the window again takes the wait back.
 */
export function superviseQuit({ app, window, core, ask }: QuitOptions): { readonly comeBack: () => void } {
  let phase: 'running' | 'asking' | 'waiting' | 'stopping' | 'stopped' = 'running'
  let endWait = (): void => {}

  app.on('before-quit', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    if (phase === 'running') void leave()
  })
  // Closing the window is quitting; it goes when the core has stopped.
  window.on('close', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    app.quit()
  })
  app.on('window-all-closed', () => app.quit())

  async function leave(): Promise<void> {
    const running = await core.catch(() => null)
    if (running !== null && !(await mayLeave(running))) {
      phase = 'running'
      return
    }
    phase = 'stopping'
    window.hide()
    try {
      await running?.stop()
    } finally {
      phase = 'stopped'
      // From a microtask of `before-quit` the second quit would be swallowed.
      setImmediate(() => app.quit())
    }
  }

  async function mayLeave(running: Awaited<QuitOptions['core']>): Promise<boolean> {
    const open = running.openDirectRequests()
    if (open === 0) return true
    phase = 'asking'
    const choice = await ask(open)
    if (choice !== 'wait') return choice === 'now'
    phase = 'waiting'
    window.hide()
    return await allAnswered(running)
  }

  /** False when the person wants the window back before. */
  function allAnswered(running: Awaited<QuitOptions['core']>): Promise<boolean> {
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
      if (phase !== 'stopping' && phase !== 'stopped') showWindow(window)
    },
  }
}
