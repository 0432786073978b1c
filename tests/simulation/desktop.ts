import { AppFailure, appError } from '@shared/errors'
import { type Preferences, preferenceDefaults } from '@shared/model/preferences'
import undiciTimers from 'undici/lib/util/timers.js'
import type { Core } from '../../electron/core/core'
import { createCore } from '../../electron/core/createCore'
import type { Ports } from '../../electron/core/ports'
import { superviseQuit } from '../../electron/shell/quit'
import { type Call, callOf } from '../support/call'
import { settle } from './determinism'
import type { Disk } from './disk'
import { dropDatabase } from './openDatabase'
import { createProcesses } from './processes'
import type { World } from './world'

/** Where images go until the user chooses another folder. */
export const defaultLibrary = '/world/library'

/** Where the user exports images to. */
export const exportFolder = '/world/exports'

/** The computer of a world: what outlives the app, and the app when it runs. */
export interface Desktop {
  /** Null while the app does not run. */
  readonly app: () => RunningApp | null
  /** The next library that a dialog answers with. */
  chosenFolder: string | null
  keychain: Ports['secrets']['kind']
  /** The keychain takes seconds for each key. */
  isKeychainSlow: boolean
  /** The URL of the system's proxy; null for none. */
  proxy: string | null
  start(): void
  /** Ends the process at once; `power`: the computer goes off with it. */
  kill(options: { readonly power: boolean }): Promise<void>
  suspend(): void
  resume(): void
}

export interface RunningApp {
  readonly core: Core
  readonly call: Call
  /** As by the menu; `choice` answers the question about open requests. */
  quit(choice: 'wait' | 'now' | 'cancel'): void
  /** The time of day it was told to end at, unless that was taken back; null before that. */
  leavingSince(): number | null
}

export function createDesktop(world: World, disk: Disk, profile: string): Desktop {
  const accounts = new Map<string, string>()
  let values: Preferences = { ...preferenceDefaults }
  let app: RunningApp | null = null
  let suspended = new Set<() => void>()
  let resumed = new Set<() => void>()

  function portsOf(): Ports {
    suspended = new Set()
    resumed = new Set()
    const later = <T>(work: () => T, ms = 3): Promise<T> =>
      new Promise((resolve, reject) => {
        world.after(ms, () => {
          try {
            resolve(work())
          } catch (problem) {
            reject(problem)
          }
        })
      })
    let found = desktop.keychain
    const keychainMs = () => (desktop.isKeychainSlow ? world.random.whole(500, 5000) : 3)
    const look = () =>
      later(() => {
        found = desktop.keychain
      }, keychainMs())
    const unlocked = <T>(work: () => T) =>
      later(() => {
        if (found === 'keychain') found = desktop.keychain
        if (found === 'keychain') return work()
        const code = found === 'locked' ? 'keychainLocked' : 'keychainUnavailable'
        throw new AppFailure(appError(code, { retry: 'free' }))
      }, keychainMs())
    const listening = (listeners: Set<() => void>) => (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    return {
      secrets: {
        get kind() {
          return found
        },
        look,
        get: (account) => unlocked(() => accounts.get(account) ?? null),
        set: (account, secret) => unlocked(() => void accounts.set(account, secret)),
        remove: (account) => unlocked(() => void accounts.delete(account)),
        isHanging: () => false,
      },
      preferences: {
        read: () => values,
        change: (patch) => {
          values = { ...values, ...patch }
          return values
        },
        onUnwritten: () => () => {},
      },
      dialogs: {
        chooseFolder: (purpose) => later(() => (purpose === 'export' ? exportFolder : desktop.chosenFolder)),
        chooseFile: () => later(() => null),
        chooseImages: () => later(() => []),
        saveFile: () => later(() => null),
      },
      notifier: { batchDone: () => {} },
      power: { onSuspend: listening(suspended), onResume: listening(resumed), keepAwake: () => () => {} },
      proxy: {
        // Its configuration may be on a server.
        resolve: () =>
          later(() => desktop.proxy, world.random.chance(0.2) ? world.random.whole(100, 10_000) : 3),
      },
      clipboard: {
        writeText: () => {},
        writeImage: () => later(() => {}),
        writeFiles: () => later(() => {}),
      },
      drag: { start: () => {} },
      opener: {
        reveal: () => {},
        openFolder: () => later(() => {}),
        openImage: () => later(() => {}),
        openExternal: () => later(() => {}),
        trash: (path) =>
          later(() => {
            disk.entries.delete(path)
          }),
      },
      clock: {
        now: world.now,
        monotonic: world.elapsed,
        after: (ms, act) => world.after(ms, () => void act()),
        limit: (ms, act) => world.after(ms, () => void act()),
      },
      logger: {
        info: (event) => world.note(event),
        warn: (event, fields) => world.note(`${event} ${JSON.stringify(fields)}`),
        error: (event, fields) => world.note(`${event} ${JSON.stringify(fields)}`),
      },
      processes: createProcesses(world, disk),
      places: { profile, defaultLibrary },
    }
  }

  function start(): void {
    undiciTimers.reset()
    world.beginRun()
    const core = createCore(portsOf(), { app: { version: '1.0.0', platform: 'linux', runtime: {} } })
    const listeners = new Map<string, (event: { preventDefault(): void }) => void>()
    let leavingSince: number | null = null
    let isAllowed = false
    const started = core.start().then(() => core)
    superviseQuit({
      app: {
        on: (name: string, listener: (event: { preventDefault(): void }) => void) =>
          listeners.set(name, listener),
        quit: () => {
          isAllowed = true
          listeners.get('before-quit')?.({
            preventDefault: () => {
              isAllowed = false
            },
          })
          if (isAllowed) ended()
        },
        relaunch: () => {},
      },
      window: { on: () => {}, hide: () => {} },
      show: () => {},
      core: started,
      ask: () =>
        new Promise((resolve) =>
          world.after(world.random.whole(500, 20_000), () => {
            if (choice === 'cancel') leavingSince = null
            resolve(choice)
          }),
        ),
      onSessionEnd: () => {},
      kill: () => {},
    })
    let choice: 'wait' | 'now' | 'cancel' = 'now'
    const own: RunningApp = {
      core,
      call: callOf(core.handle),
      quit(answer) {
        world.tell(`quits, and answers “${answer}” if asked`)
        choice = answer
        leavingSince ??= world.now()
        listeners.get('before-quit')?.({ preventDefault: () => {} })
      },
      leavingSince: () => leavingSince,
    }
    function ended(): void {
      if (app !== own) return
      world.tell('the app has quit')
      app = null
      world.endRun({ reboot: false })
    }
    app = own
    core.subscribe(({ event }) => {
      // A window that is busy, or hangs.
      if (event !== 'app.ending') return
      const ms = world.random.pick([3, 3, 300, 5000])
      world.after(ms, () => void core.handle('app.written', null))
    })
  }

  const desktop: Desktop = {
    app: () => app,
    chosenFolder: null,
    keychain: 'keychain',
    proxy: null,
    isKeychainSlow: false,
    start,
    async kill({ power }) {
      app = null
      suspended.clear()
      resumed.clear()
      world.endRun({ reboot: power })
      dropDatabase()
      if (power) disk.losePower()
      // What is left of the old run finds nothing to go on with.
      await settle()
    },
    suspend: () => {
      for (const listener of suspended) listener()
    },
    resume: () => {
      for (const listener of resumed) listener()
    },
  }
  return desktop
}
