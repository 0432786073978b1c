import { join } from 'node:path'
import type { App } from 'electron'
import type { Places } from '../core/ports'

export interface ShellPlaces extends Places {
  readonly logs: string
}

/** `--user-data-dir` moves everything, so that a trial or a test leaves the person's own folders alone. */
export function findPlaces(app: Pick<App, 'getPath' | 'commandLine'>): ShellPlaces {
  const profile = app.getPath('userData')
  const moved = app.commandLine.hasSwitch('user-data-dir')
  return {
    profile,
    logs: join(profile, 'logs'),
    defaultLibrary: moved ? join(profile, 'library') : join(app.getPath('pictures'), 'Cyanotype'),
  }
}
