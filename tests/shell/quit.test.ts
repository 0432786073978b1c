import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { CoreEvent } from '../../electron/core/core'
import { type QuitChoice, superviseQuit } from '../../electron/shell/quit'

/** Electron's part of quitting: `before-quit`, then closing the window, then the end, unless one is prevented. */
class StandInApp extends EventEmitter {
  readonly window = Object.assign(new EventEmitter(), {
    shown: true,
    hide: () => {
      this.window.shown = false
    },
  })
  ended = false
  relaunches = 0

  relaunch(): void {
    this.relaunches += 1
  }

  quit(): void {
    if (this.goesOn(this, 'before-quit') && this.goesOn(this.window, 'close')) this.ended = true
  }

  private goesOn(emitter: EventEmitter, name: string): boolean {
    let prevented = false
    emitter.emit(name, {
      preventDefault: () => {
        prevented = true
      },
    })
    return !prevented
  }
}

function running(
  options: {
    readonly open?: number
    readonly hear?: () => Promise<void>
    readonly stop?: () => Promise<void>
    readonly end?: 'hanging'
  } = {},
) {
  const app = new StandInApp()
  const listeners = new Set<(event: CoreEvent) => void>()
  const asked: { readonly requests: number; readonly answer: (choice: QuitChoice) => void }[] = []
  const state = { open: options.open ?? 0, held: false, stops: 0, kills: 0 }
  const core = {
    openDirectRequests: () => state.open,
    holdForQuit: (held: boolean) => {
      state.held = held
    },
    subscribe: (listener: (event: CoreEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hearLastWords: async () => options.hear?.(),
    stop: async () => {
      state.stops += 1
      await options.stop?.()
      return options.end ?? 'ended'
    },
  }
  let endSession = (): void => {}
  const { comeBack } = superviseQuit({
    app,
    window: app.window,
    show: () => {
      app.window.shown = true
    },
    core: Promise.resolve(core),
    ask: (requests) => new Promise((answer) => asked.push({ requests, answer })),
    kill: () => {
      state.kills += 1
    },
    onSessionEnd: (listener) => {
      endSession = listener
    },
  })
  const answered = () => {
    state.open = 0
    for (const listener of listeners) listener({ event: 'queue.changed', payload: { revision: 1 } })
  }
  return { app, asked, state, listeners, answered, comeBack, endSession: () => endSession() }
}

describe('quitting', () => {
  test('is forced only if a file system that does not answer would otherwise prevent it for ever', async () => {
    const hanging = running({ end: 'hanging' })
    hanging.app.quit()
    await expect.poll(() => hanging.state.kills).toBe(1)
    const ended = running()
    ended.app.quit()
    await expect.poll(() => ended.app.ended).toBe(true)
    expect(ended.state.kills).toBe(0)
  })

  test('ends after the core has stopped, and stops it once', async () => {
    let stopped = (): void => {}
    const { app, state, asked } = running({
      stop: () =>
        new Promise((resolve) => {
          stopped = resolve
        }),
    })
    app.quit()
    app.quit()
    await expect.poll(() => state.stops).toBe(1)
    expect(app.ended).toBe(false)
    expect(app.window.shown).toBe(false)
    stopped()
    await expect.poll(() => app.ended).toBe(true)
    expect(state.stops).toBe(1)
    expect(asked).toEqual([])
  })

  test('lets nothing more be sent from the moment the user quits, whatever is waited for', async () => {
    let written = (): void => {}
    const { app, state } = running({
      hear: () =>
        new Promise((resolve) => {
          written = resolve
        }),
    })
    app.quit()
    await expect.poll(() => app.window.shown).toBe(false)
    expect(state).toMatchObject({ held: true, stops: 0 })
    written()
    await expect.poll(() => app.ended).toBe(true)
  })

  test('waits for the window before stopping the core', async () => {
    let written = (): void => {}
    const { app, state } = running({
      hear: () =>
        new Promise((resolve) => {
          written = resolve
        }),
    })
    app.quit()
    await expect.poll(() => app.window.shown).toBe(false)
    expect(state.stops).toBe(0)
    written()
    await expect.poll(() => app.ended).toBe(true)
    expect(state.stops).toBe(1)
  })

  test('happens when the window is closed', async () => {
    const { app } = running()
    app.window.emit('close', { preventDefault: () => {} })
    await expect.poll(() => app.ended).toBe(true)
  })

  test('ends although the core never started', async () => {
    const app = new StandInApp()
    superviseQuit({
      app,
      window: app.window,
      show: () => {},
      core: Promise.reject(new Error('no database')),
      ask: async () => 'cancel',
      onSessionEnd: () => {},
      kill: () => {},
    })
    app.quit()
    await expect.poll(() => app.ended).toBe(true)
  })

  test('asks once while Direct requests are open, and stays when that is cancelled', async () => {
    const { app, asked, state } = running({ open: 2 })
    app.quit()
    app.quit()
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.requests).toBe(2)
    asked[0]?.answer('cancel')
    await expect.poll(() => state.held).toBe(false)
    await expect
      .poll(() => {
        app.quit()
        return asked.length
      })
      .toBe(2)
    expect(app.window.shown).toBe(true)
    expect(state.stops).toBe(0)
    asked[1]?.answer('now')
    await expect.poll(() => app.ended).toBe(true)
  })

  test('lets nothing more be sent while it asks: the answer is about what was open then', async () => {
    const { app, asked, state } = running({ open: 1 })
    app.quit()
    await expect.poll(() => asked.length).toBe(1)
    expect(state.held).toBe(true)
    asked[0]?.answer('cancel')
    await expect.poll(() => state.held).toBe(false)
    expect(app.ended).toBe(false)
  })

  test('waits behind a hidden window until the last answer has come', async () => {
    const { app, asked, state, answered } = running({ open: 1 })
    app.quit()
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.answer('wait')
    await expect.poll(() => app.window.shown).toBe(false)
    expect(state).toMatchObject({ held: true, stops: 0 })
    answered()
    await expect.poll(() => app.ended).toBe(true)
    expect(state).toMatchObject({ held: true, stops: 1 })
  })

  test('asks no question at the end of the session', async () => {
    const { app, asked, state, endSession } = running({ open: 1 })
    endSession()
    await expect.poll(() => app.ended).toBe(true)
    expect(asked).toEqual([])
    expect(state.stops).toBe(1)
  })

  test.each(['before it was answered', 'while it waits'])(
    'takes the end of the session as an answer to its question, %s',
    async (when) => {
      const { app, asked, state, endSession } = running({ open: 1 })
      app.quit()
      await expect.poll(() => asked.length).toBe(1)
      if (when === 'while it waits') {
        asked[0]?.answer('wait')
        await expect.poll(() => app.window.shown).toBe(false)
      }
      endSession()
      await expect.poll(() => app.ended).toBe(true)
      expect(state.stops).toBe(1)
    },
  )

  test('cancels the wait when the window is shown in any way, for example by a notification', async () => {
    const { app, asked, state, answered } = running({ open: 1 })
    app.quit()
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.answer('wait')
    await expect.poll(() => app.window.shown).toBe(false)
    expect(state.held).toBe(true)
    app.window.emit('show')
    await expect.poll(() => state.held).toBe(false)
    answered()
    expect(state.stops).toBe(0)
  })

  test('cancels the wait when the user wants the window again', async () => {
    const { app, asked, state, listeners, answered, comeBack } = running({ open: 1 })
    app.quit()
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.answer('wait')
    await expect.poll(() => app.window.shown).toBe(false)
    expect(state.held).toBe(true)
    comeBack()
    expect(app.window.shown).toBe(true)
    await expect.poll(() => state.held).toBe(false)
    answered()
    expect(listeners.size).toBe(0)
    expect(state.stops).toBe(0)
    expect(app.ended).toBe(false)
  })
})

describe('starting the app while it stops', () => {
  test('brings the app back once it has stopped', async () => {
    let end = (): void => {}
    const { app, state, comeBack } = running({
      stop: () =>
        new Promise((resolve) => {
          end = resolve
        }),
    })
    app.quit()
    await expect.poll(() => state.stops).toBe(1)
    comeBack()
    expect(app.window.shown).toBe(false)
    expect(app.relaunches).toBe(0)
    end()
    await expect.poll(() => app.ended).toBe(true)
    expect(app.relaunches).toBe(1)
  })

  test('does so at its very beginning, and at its very end', async () => {
    const early = running()
    early.app.quit()
    early.comeBack()
    await expect.poll(() => early.app.ended).toBe(true)
    expect(early.app.relaunches).toBe(1)

    const late = running()
    late.app.quit()
    await expect.poll(() => late.app.ended).toBe(true)
    expect(late.app.relaunches).toBe(0)
    late.comeBack()
    expect(late.app.relaunches).toBe(1)
  })

  test('does so if the app can only be ended by force', async () => {
    const { app, state, comeBack } = running({ end: 'hanging' })
    app.quit()
    comeBack()
    await expect.poll(() => state.kills).toBe(1)
    expect(app.relaunches).toBe(1)
  })

  test('starts nothing at the end of the session, after "Quit now", or when the wait is cancelled', async () => {
    const over = running()
    over.endSession()
    over.comeBack()
    await expect.poll(() => over.app.ended).toBe(true)
    expect(over.app.relaunches).toBe(0)

    const asked = running({ open: 1 })
    asked.app.quit()
    await expect.poll(() => asked.asked).toHaveLength(1)
    asked.comeBack()
    asked.asked[0]?.answer('now')
    await expect.poll(() => asked.app.ended).toBe(true)
    expect(asked.app.relaunches).toBe(0)

    const back = running({ open: 1 })
    back.app.quit()
    await expect.poll(() => back.asked).toHaveLength(1)
    back.asked[0]?.answer('wait')
    await expect.poll(() => back.app.window.shown).toBe(false)
    expect(back.state.held).toBe(true)
    back.comeBack()
    await expect.poll(() => back.state.held).toBe(false)
    back.answered()
    expect([back.app.ended, back.app.relaunches]).toEqual([false, 0])
  })
})
