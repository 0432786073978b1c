import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { type Preferences as PreferenceValues, preferenceDefaults } from '@shared/model/preferences'
import type {
  Clock,
  Logger,
  Notifier,
  Ports,
  Preferences,
  Processes,
  Secrets,
} from '../../electron/core/ports'
import { realClock } from './fakeClock'

export interface MemorySecrets extends Secrets {
  readonly accounts: ReadonlyMap<string, string>
  /** What the next look finds: someone locked or unlocked the keychain. What was found before stays until then. */
  turn(kind: Secrets['kind']): void
  /** How often it was looked at. */
  looks(): number
}

/** A keychain in memory; the given accounts are in it from the start. */
export function memorySecrets(
  kind: Secrets['kind'] = 'keychain',
  accounts: ReadonlyMap<string, string> = new Map(),
): MemorySecrets {
  const kept = new Map(accounts)
  let found = kind
  let now = kind
  let looks = 0
  /** As the real one: asked while it can't be read, it says so, and what it is. */
  async function open<T>(work: () => T): Promise<T> {
    if (found === 'keychain') found = now
    if (found === 'keychain') return work()
    const code = found === 'locked' ? 'keychainLocked' : 'keychainUnavailable'
    throw new AppFailure(appError(code, { retry: 'free' }))
  }
  return {
    get kind() {
      return found
    },
    accounts: kept,
    turn: (turned) => {
      now = turned
    },
    looks: () => looks,
    async look() {
      looks++
      found = now
    },
    get: (account) => open(() => kept.get(account) ?? null),
    set: (account, secret) => open(() => void kept.set(account, secret)),
    remove: (account) => open(() => void kept.delete(account)),
    isHanging: () => false,
  }
}

export function memoryPreferences(values: Partial<PreferenceValues> = {}): Preferences {
  let current: PreferenceValues = { ...preferenceDefaults, ...values }
  return {
    read: () => current,
    change(patch) {
      current = { ...current, ...patch }
      return current
    },
    onUnwritten: () => () => {},
  }
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

/** Keeps the lines logged, and passes them on. */
export function memoryLogger(
  onLine: (line: LogLine) => void = () => {},
): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const write =
    (level: LogLine['level']): Logger['info'] =>
    (event, fields = {}) => {
      const line = { level, event, fields }
      lines.push(line)
      onLine(line)
    }
  return { lines, info: write('info'), warn: write('warn'), error: write('error') }
}

export interface TestPorts extends Ports {
  readonly secrets: MemorySecrets
  readonly logger: ReturnType<typeof memoryLogger>
  /** Batches the user was notified about. */
  readonly told: readonly Parameters<Notifier['batchDone']>[0][]
  /** Pages and folders that were opened, files that were shown. */
  readonly opened: readonly string[]
  /** Pictures and lists of files that were put on the clipboard. */
  readonly copied: (Buffer | readonly string[])[]
  /** What was dragged out of the window. */
  readonly dragged: { readonly paths: readonly string[]; readonly icon: Buffer | null }[]
  /** The answer of dialogs; null closes them. */
  chosenFolder: string | null
  /** The same for a file to be opened. */
  chosenFile: string | null
  /** The same for images, and folders of them. */
  chosenImages: readonly string[]
  /** The same for a file to be written; the proposed names are in `offered`. */
  savedFile: string | null
  readonly offered: readonly string[]
  /** As if the computer fell asleep. */
  suspend(): void
  /** As if it woke up. */
  resume(): void
  /** How many blockers keep the computer awake now. */
  awake(): number
}

/** Every port the core needs, with its database, demo and library in `folder`, and nothing from a desktop. */
export function testPorts(
  folder: string,
  options: {
    readonly processes: Processes
    readonly secrets?: MemorySecrets
    readonly preferences?: Preferences
    readonly clock?: Clock
    readonly logger?: TestPorts['logger']
  },
): TestPorts {
  const told: Parameters<Notifier['batchDone']>[0][] = []
  const opened: string[] = []
  const offered: string[] = []
  const suspended = new Set<() => void>()
  const resumed = new Set<() => void>()
  let awake = 0
  const ports: TestPorts = {
    secrets: options.secrets ?? memorySecrets(),
    preferences: options.preferences ?? memoryPreferences(),
    processes: options.processes,
    logger: options.logger ?? memoryLogger(),
    clock: options.clock ?? realClock,
    told,
    opened,
    copied: [],
    dragged: [],
    chosenFolder: null,
    chosenFile: null,
    chosenImages: [],
    savedFile: null,
    offered,
    places: { profile: join(folder, 'profile'), defaultLibrary: join(folder, 'library') },
    dialogs: {
      chooseFolder: async () => ports.chosenFolder,
      chooseFile: async () => ports.chosenFile,
      chooseImages: async () => ports.chosenImages,
      async saveFile(_, name) {
        offered.push(name)
        return ports.savedFile
      },
    },
    notifier: { batchDone: (batch) => void told.push(batch) },
    proxy: { resolve: async () => null },
    power: {
      onSuspend(listener) {
        suspended.add(listener)
        return () => suspended.delete(listener)
      },
      onResume(listener) {
        resumed.add(listener)
        return () => resumed.delete(listener)
      },
      keepAwake() {
        awake++
        return () => void awake--
      },
    },
    clipboard: {
      writeText: () => {},
      writeImage: async (png) => void ports.copied.push(png),
      writeFiles: async (paths) => void ports.copied.push(paths),
    },
    drag: { start: (paths, icon) => void ports.dragged.push({ paths, icon }) },
    opener: {
      reveal: (path) => void opened.push(path),
      openFolder: async (path) => void opened.push(path),
      openImage: async (path) => void opened.push(path),
      openExternal: async (url) => void opened.push(url),
      // A trash whose content nothing reads.
      trash: (path) => rm(path),
    },
    suspend: () => {
      for (const listener of suspended) listener()
    },
    resume: () => {
      for (const listener of resumed) listener()
    },
    awake: () => awake,
  }
  return ports
}
