import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type * as Electron from 'electron'
import { sandboxArguments } from '../../../scripts/display'
import { definedEnvironment } from '../../../scripts/environment'
import { eventually } from '../../support/eventually'

/** The app, with nobody looking into its window. Functions are sent as their text, and what they get and give as JSON. */
export interface UnwatchedApp {
  /** Runs a function in the main process. */
  main<A, R>(run: (electron: typeof Electron, input: A) => R | Promise<R>, input: A): Promise<R>
  /** Runs a function in the window's page. */
  page<A, R>(run: (input: A) => R | Promise<R>, input: A): Promise<R>
  close(): Promise<void>
}

interface Answer {
  readonly id: number
  readonly result?: { readonly result: { readonly value?: unknown }; readonly exceptionDetails?: unknown }
  readonly error?: unknown
}

/** The inspector's own `require` is missing for good if it is asked for before the process has set it up. */
const electron = `process.getBuiltinModule('node:module').createRequire(process.execPath)('electron')`

/** Milliseconds for the main process to take a message before it is left alone. */
const messageMs = 500

/**
 * Starts the app without Playwright, which makes Chromium keep the pictures a window has loaded, in that window's
 * memory. It is driven through Node's inspector.
 */
export async function startUnwatched(executable: string, profile: string): Promise<UnwatchedApp> {
  const child = spawn(
    executable,
    [
      '--inspect=0',
      ...sandboxArguments(),
      '--disable-gpu',
      process.cwd(),
      `--user-data-dir=${profile}`,
      '--window-size=1280,800',
    ],
    {
      env: { ...definedEnvironment(), DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const exited = once(child, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      const [, found] = /listening on (ws:\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    exited.then(() => reject(new Error('the app ended as it started')), reject)
  })
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let sent = 0

  async function evaluate(expression: string): Promise<unknown> {
    const id = ++sent
    const params = { expression, awaitPromise: true, returnByValue: true }
    const { result, error } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    })
    const fault = error ?? result?.exceptionDetails
    if (fault !== undefined) throw new Error(JSON.stringify(fault))
    return result?.result.value
  }

  const call = (run: { toString(): string }, input: unknown) => `(${run})(${JSON.stringify(input ?? null)})`
  const app: UnwatchedApp = {
    main: async (run, input) =>
      (await evaluate(`(${run})(${electron}, ${JSON.stringify(input ?? null)})`)) as never,
    page: (run, input) =>
      app.main(
        ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
        call(run, input),
      ) as never,
    async close() {
      void evaluate(`void setImmediate((app) => app.quit(), ${electron}.app)`)
      await pause(messageMs)
      // As long as it is open, the process stays.
      socket.close()
      await exited
    },
  }
  await eventually(() => app.page(() => document.querySelector('[data-tile] canvas') !== null, null))
  return app
}
