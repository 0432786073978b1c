import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type AppError, appError } from '@shared/errors'
import {
  type Preferences as PreferenceValues,
  preferenceDefaults,
  preferencesSchema,
} from '@shared/model/preferences'
import ElectronStore from 'electron-store'
import { z } from 'zod'
import type { Preferences } from '../core/ports'
import { systemCode } from '../core/systemCode'

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
})

/** Where the window was, in screen pixels, and whether it filled the screen. */
export type WindowBounds = z.infer<typeof boundsSchema>

export interface SettingsStore extends Preferences {
  /** Null until the window has been closed once. */
  readBounds(): WindowBounds | null
  writeBounds(bounds: WindowBounds): void
  /** Returns the disposer. */
  onChange(listener: (values: PreferenceValues) => void): () => void
}

/**
 * `settings.json` in a folder. An invalid value falls back to its default. If the file isn't JSON, it is kept as
 * `settings.damaged-<time>.json` and everything falls back. A change that can't be written stays in memory and is
 * written with the next one; if the file can't be read, it isn't in this run: the file may hold other settings.
 */
export function createSettingsStore(folder: string): SettingsStore {
  const listeners = new Set<(values: PreferenceValues) => void>()
  const unwrittenListeners = new Set<(error: AppError | null) => void>()
  /** Why the settings in memory aren't on disk; null if they are. */
  let unwritten: AppError | null = null
  let values = readPreferences(undefined)
  /** Null if the file can't be read, which keeps nobody from working. */
  let store: ElectronStore<Record<string, unknown>> | null = null
  try {
    setDamagedAside(join(folder, 'settings.json'))
    const opened = new ElectronStore<Record<string, unknown>>({
      name: 'settings',
      cwd: folder,
      configFileMode: 0o600,
    })
    values = readPreferences(opened.get('preferences'))
    store = opened
  } catch (problem) {
    unwritten = because('settingsUnread', problem)
  }

  /** A full disk must not keep anyone from working, least of all from quitting. */
  function write(name: 'preferences' | 'window', value: unknown): void {
    if (store === null) return
    const before = unwritten
    try {
      store.set(name, value)
      unwritten = null
    } catch (problem) {
      unwritten = because('settingsUnwritten', problem)
    }
    if ((before === null) !== (unwritten === null))
      for (const listener of unwrittenListeners) listener(unwritten)
  }

  return {
    read: () => values,
    change(patch) {
      values = preferencesSchema.parse({ ...values, ...patch })
      write('preferences', values)
      for (const listener of listeners) listener(values)
      return values
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readBounds() {
      try {
        return boundsSchema.nullable().catch(null).parse(store?.get('window', null))
      } catch {
        return null
      }
    },
    writeBounds: (bounds) => write('window', bounds),
    onUnwritten(listener) {
      if (unwritten !== null) listener(unwritten)
      unwrittenListeners.add(listener)
      return () => unwrittenListeners.delete(listener)
    },
  }
}

function because(code: 'settingsUnread' | 'settingsUnwritten', problem: unknown): AppError {
  const cause = systemCode(problem)
  return appError(code, { detail: cause === null ? null : { cause } })
}

function readPreferences(stored: unknown): PreferenceValues {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  const read = preferencesSchema.safeParse({ ...preferenceDefaults, ...given })
  if (read.success) return read.data
  const unfit = new Set(read.error.issues.map((issue) => issue.path[0]))
  const fit = Object.entries(given).filter(([name]) => !unfit.has(name))
  return preferencesSchema.parse({ ...preferenceDefaults, ...Object.fromEntries(fit) })
}

/** Throws the system's error if the file can't be read: that isn't damage. */
function setDamagedAside(path: string): void {
  if (!existsSync(path)) return
  const text = readFileSync(path, 'utf8')
  try {
    z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    renameSync(path, path.replace(/\.json$/, `.damaged-${Date.now()}.json`))
  }
}
