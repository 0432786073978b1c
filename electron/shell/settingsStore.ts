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
 * written with the next one.
 */
export function createSettingsStore(folder: string): SettingsStore {
  setDamagedAside(join(folder, 'settings.json'))
  const store = new ElectronStore<Record<string, unknown>>({
    name: 'settings',
    cwd: folder,
    configFileMode: 0o600,
  })
  let values = readPreferences(store.get('preferences'))
  const listeners = new Set<(values: PreferenceValues) => void>()
  const unwrittenListeners = new Set<(error: AppError | null) => void>()
  /** Why the settings in memory aren't on disk; null if they are. */
  let unwritten: AppError | null = null

  /** A full disk must not keep anyone from working, least of all from quitting. */
  function write(name: 'preferences' | 'window', value: unknown): void {
    const before = unwritten
    try {
      store.set(name, value)
      unwritten = null
    } catch (problem) {
      const cause = systemCode(problem)
      unwritten = appError('settingsUnwritten', { detail: cause === null ? null : { cause } })
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
    readBounds: () => boundsSchema.nullable().catch(null).parse(store.get('window', null)),
    writeBounds: (bounds) => write('window', bounds),
    onUnwritten(listener) {
      if (unwritten !== null) listener(unwritten)
      unwrittenListeners.add(listener)
      return () => unwrittenListeners.delete(listener)
    },
  }
}

function readPreferences(stored: unknown): PreferenceValues {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  const read = preferencesSchema.safeParse({ ...preferenceDefaults, ...given })
  if (read.success) return read.data
  const unfit = new Set(read.error.issues.map((issue) => issue.path[0]))
  const fit = Object.entries(given).filter(([name]) => !unfit.has(name))
  return preferencesSchema.parse({ ...preferenceDefaults, ...Object.fromEntries(fit) })
}

function setDamagedAside(path: string): void {
  if (!existsSync(path)) return
  try {
    z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    renameSync(path, path.replace(/\.json$/, `.damaged-${Date.now()}.json`))
  }
}
