import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { entryArguments, entryEnvironment } from '@shared/processes/entryArguments'
import { native } from '@shared/text/native'
import {
  app,
  type BrowserWindow,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  type Session,
  utilityProcess,
} from 'electron'
import type { Clock, Logger, Notifier, Places, Ports, Power, Processes } from '../core/ports'
import { residentMemory } from '../core/residentMemory'
import { loadNativeText } from './nativeText'
import { showWindow } from './window'

/** Node fires longer timers immediately. */
const longestTimer = 2 ** 31 - 1

/**
 * A limit passes in so many steps: while the system holds this process, as for a drag of files, no answer gets through, so
 * that counts as one step however long it takes.
 */
const limitSteps = 5

export function createClock(): Clock {
  const after: Clock['after'] = (ms, callback) => {
    if (ms <= 0) {
      // Node runs a timer of 0 set by a timer in the same turn of the loop.
      const turn = setImmediate(callback)
      return () => clearImmediate(turn)
    }
    const timer = setTimeout(callback, Math.min(ms, longestTimer))
    return () => clearTimeout(timer)
  }
  const limit: Clock['limit'] = (ms, callback) => {
    let cancel = () => {}
    const step = (left: number): void => {
      cancel = after(ms / limitSteps, () => {
        let isCancelled = false
        cancel = () => {
          isCancelled = true
        }
        // Promises don't go on while a drag is held, though timers may.
        void Promise.resolve().then(() => {
          if (isCancelled) return
          if (left > 1) step(left - 1)
          else callback()
        })
      })
    }
    step(limitSteps)
    return () => cancel()
  }
  return { now: () => Date.now(), monotonic: () => performance.now(), after, limit }
}

type DoneBatch = Parameters<Notifier['batchDone']>[0]

/** System notifications, for a user who is looking at something else. A click brings up the window. */
export function createNotifier(window: BrowserWindow, logger: Logger): Notifier {
  const open = new Set<Notification>()

  async function show(batch: DoneBatch): Promise<void> {
    const notification = new Notification({ title: batch.name, body: await summary(batch) })
    // A notification that is garbage-collected no longer receives its click.
    open.add(notification)
    notification.once('click', () => showWindow(window))
    notification.once('close', () => open.delete(notification))
    notification.show()
  }

  return {
    batchDone(batch) {
      if (!Notification.isSupported() || isSeen(window)) return
      show(batch).catch(() => logger.warn('notification.failed'))
    },
  }
}

/** A hidden window can still have the focus. */
function isSeen(window: BrowserWindow): boolean {
  return !window.isDestroyed() && window.isVisible() && window.isFocused()
}

async function summary(batch: DoneBatch): Promise<string> {
  const text = await loadNativeText()
  return [
    text('batchDone.saved', { count: batch.saved }),
    ...(batch.failed > 0 ? [text('batchDone.failed', { count: batch.failed })] : []),
    ...(batch.needsYou > 0 ? [text('batchDone.needsYou', { count: batch.needsYou })] : []),
  ].join(', ')
}

/** The part of Electron's `app` that is used here. */
interface AppFolders {
  getPath(name: 'userData' | 'pictures'): string
  readonly commandLine: { hasSwitch(name: string): boolean }
}

interface ShellPlaces extends Places {
  readonly logs: string
}

/** `--user-data-dir` moves everything, so that a trial or a test leaves the user's own folders alone. */
export function findPlaces(app: AppFolders): ShellPlaces {
  const profile = app.getPath('userData')
  const moved = app.commandLine.hasSwitch('user-data-dir')
  return {
    profile,
    logs: join(profile, 'logs'),
    defaultLibrary: moved ? join(profile, 'library') : join(app.getPath('pictures'), 'Cyanotype'),
  }
}

/** The computer's sleep. Made after the app is ready. */
export function createPower(): Power {
  return {
    onSuspend(listener) {
      powerMonitor.on('suspend', listener)
      return () => {
        powerMonitor.removeListener('suspend', listener)
      }
    },
    onResume(listener) {
      powerMonitor.on('resume', listener)
      return () => {
        powerMonitor.removeListener('resume', listener)
      }
    },
    keepAwake() {
      const blocker = powerSaveBlocker.start('prevent-app-suspension')
      return () => {
        powerSaveBlocker.stop(blocker)
      }
    },
  }
}

/**
 * Calls back when the computer shuts down or the user logs out: everything ends soon, and nobody answers questions.
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

/** The system's proxy, automatic configuration included, as the browser part of Electron finds it. */
export function createProxy(session: Pick<Session, 'resolveProxy'>): Ports['proxy'] {
  return { resolve: async (url) => readProxyList(await session.resolveProxy(url)) }
}

/**
 * Takes the first usable entry of a list like `PROXY host:80; SOCKS5 host:1080; DIRECT`. Throws if none is usable:
 * bypassing a proxy that was set up wouldn't be what the user wants. `DIRECT` means no proxy; an empty list is
 * Electron's sign for a failed look-up.
 */
export function readProxyList(list: string): string | null {
  const entries = list
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  for (const entry of entries) {
    const [kind = '', host] = entry.split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    if (host !== undefined && kind.toUpperCase() === 'PROXY') return `http://${host}`
    if (host !== undefined && kind.toUpperCase() === 'HTTPS') return `https://${host}`
  }
  throw new AppFailure(
    appError('proxyRefused', { retry: 'free', detail: { cause: entries[0]?.slice(0, 200) } }),
  )
}

/** Starts `<folder>/<entry>.js` as a utility process: Node without a window or a key. */
export function createProcesses(folder: string): Processes {
  return {
    start(entry, args) {
      const child = utilityProcess.fork(join(folder, `${entry}.js`), [...args], {
        serviceName: native.processes[entry],
        execArgv: [...entryArguments[entry]],
        env: { ...process.env, ...entryEnvironment[entry] },
      })
      return {
        send: (message) => child.postMessage(message),
        onMessage: (listener) => {
          child.on('message', listener)
        },
        onExit: (listener) => {
          child.once('exit', listener)
        },
        kill: () => {
          child.kill()
        },
        // Electron looks at all processes to report on one, so where the system can report on a single one, it is
        // asked.
        memory: () => residentMemory(child.pid) ?? measured(child.pid),
      }
    },
  }
}

function measured(pid: number | undefined): number | null {
  const metric = app.getAppMetrics().find((one) => one.pid === pid)
  return metric === undefined ? null : metric.memory.workingSetSize * 1024
}
