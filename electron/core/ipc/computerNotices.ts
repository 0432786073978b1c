import type { AppError } from '@shared/errors'
import { appError } from '@shared/errors'
import type { Changes } from '../changes'
import type { Connections } from '../connections/connections'
import type { KeptRows } from '../db/damage/keptRows'
import { traceOf } from '../errorTrace'
import type { Notices } from '../notices'
import type { Clock, Logger, Preferences } from '../ports'

/** What was wrong with the library, until it is mended; null mends it. */
export function noteLibrary(notices: Notices, problem: AppError | null): void {
  if (problem === null) notices.clear('library')
  else notices.put({ id: 'library', level: 'error', error: problem, dismissible: false })
}

export function noteSalvage(notices: Notices, setAside: string): void {
  const error = appError('databaseSalvaged', { params: { file: setAside } })
  notices.put({ id: 'database', level: 'warning', error, dismissible: true })
}

/** Tells of rows that were damaged until the person has read it, over restarts too. Returns the disposer. */
export function noteDamagedRows(deps: {
  readonly notices: Notices
  readonly changes: Changes
  readonly kept: Pick<KeptRows, 'untold' | 'told'>
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Pick<Logger, 'error'>
}): () => void {
  const { notices, changes, kept, clock, logger } = deps
  const count = kept.untold()
  if (count === 0) return () => {}
  const error = appError('rowsDamaged', { params: { count } })
  notices.put({ id: 'damagedRows', level: 'warning', error, dismissible: true })
  const stop = changes.subscribe((kind) => {
    if (kind !== 'notices' || notices.list().some(({ id }) => id === 'damagedRows')) return
    stop()
    try {
      kept.told(clock.now())
    } catch (problem) {
      // A disk that is full: it is told once more at the next start.
      logger.error('damage.notNoted', traceOf(problem))
    }
  })
  return stop
}

/** Tells of preferences that can't be written, until they are. Returns the disposer. */
export function notePreferences(notices: Notices, preferences: Pick<Preferences, 'onProblem'>): () => void {
  return preferences.onProblem((error) => {
    if (error === null) notices.clear('preferences')
    else notices.put({ id: 'preferences', level: 'warning', error, dismissible: true })
  })
}

/** Says once a run that a key lives for this session only, as soon as one does. Returns the disposer. */
export function noteSessionKeys(deps: {
  readonly notices: Notices
  readonly changes: Changes
  readonly connections: Pick<Connections, 'list'>
}): () => void {
  const { notices, changes, connections } = deps
  const stop = changes.subscribe((kind) => {
    if (kind !== 'connections' || !connections.list().some(({ keyState }) => keyState === 'session')) return
    stop()
    notices.put({ id: 'keys', level: 'warning', error: appError('keychainMissing'), dismissible: true })
  })
  return stop
}
