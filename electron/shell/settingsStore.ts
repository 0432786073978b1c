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
  /** Null until the window was closed once. */
  readBounds(): WindowBounds | null
  /** Never throws: see `change`. */
  writeBounds(bounds: WindowBounds): void
  /** Returns the disposer. */
  onChange(listener: (values: PreferenceValues) => void): () => void
}

/**
 * `settings.json` in a folder. A value that does not fit falls back to its default; a file that is no JSON
 * is kept beside it as `settings.damaged-<time>.json` and everything falls back.
 */
export function createSettingsStore(folder: string): SettingsStore {
  setDamagedAside(join(folder, 'settings.json'))
  const store = new ElectronStore<Record<string, unknown>>({ name: 'settings', cwd: folder })
  let values = readPreferences(store.get('preferences'))
  const listeners = new Set<(values: PreferenceValues) => void>()
  const problemListeners = new Set<(problem: AppError | null) => void>()
  let problem: AppError | null = null
  /** By name. */
  let unwritten: Readonly<Record<string, unknown>> = {}

  /** A disk that is full must keep neither the window from closing nor the app from going on. */
  function write(changed: Readonly<Record<string, unknown>>): void {
    unwritten = { ...unwritten, ...changed }
    try {
      store.set(unwritten)
      unwritten = {}
      if (problem !== null) tell(null)
    } catch (cause) {
      if (problem === null) tell(appError('preferencesUnwritten', { detail: detailOf(cause) }))
    }
  }

  function tell(now: AppError | null): void {
    problem = now
    for (const listener of problemListeners) listener(now)
  }

  return {
    read: () => values,
    change(patch) {
      values = preferencesSchema.parse({ ...values, ...patch })
      write({ preferences: values })
      for (const listener of listeners) listener(values)
      return values
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onProblem(listener) {
      problemListeners.add(listener)
      if (problem !== null) listener(problem)
      return () => problemListeners.delete(listener)
    },
    readBounds: () => boundsSchema.nullable().catch(null).parse(store.get('window', null)),
    writeBounds: (bounds) => write({ window: bounds }),
  }
}

function detailOf(cause: unknown): AppError['detail'] {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' ? { cause: code } : null
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
