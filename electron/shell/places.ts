import { join } from 'node:path'
import type { Places } from '../core/ports'

/** The part of Electron's `app` that is used here. */
interface AppFolders {
  getPath(name: 'userData' | 'pictures'): string
  readonly commandLine: { hasSwitch(name: string): boolean }
}

export interface ShellPlaces extends Places {
  readonly logs: string
}

/** `--user-data-dir` moves everything, so that a trial or a test leaves the person's own folders alone. */
export function findPlaces(app: AppFolders): ShellPlaces {
  const profile = app.getPath('userData')
  const moved = app.commandLine.hasSwitch('user-data-dir')
  return {
    profile,
    logs: join(profile, 'logs'),
    defaultLibrary: moved ? join(profile, 'library') : join(app.getPath('pictures'), 'Cyanotype'),
  }
}
