import { type AppError, appError } from '@shared/errors'
import type { Changes } from '../changes'
import type { Connections } from '../connections/connections'
import type { KeptRows } from '../db/damage/keptRows'
import type { Notices } from '../notices'
import type { Clock, Secrets } from '../ports'

/** How a problem of the library, of the disk with the app's own data, or of the settings is shown. */
const shown = {
  library: { level: 'error', dismissible: false },
  storage: { level: 'error', dismissible: false },
  settings: { level: 'warning', dismissible: true },
} as const

/** Shows a problem, until called with null for the same one. */
export function noteProblem(notices: Notices, id: keyof typeof shown, error: AppError | null): void {
  if (error === null) notices.clear(id)
  else notices.put({ id, error, ...shown[id] })
}

/** A former library folder that isn't responding, until it does. */
export function noteFormerLibrary(notices: Notices, folder: string, isSilent: boolean): void {
  const id = `library ${folder}`
  const error = appError('formerLibrarySilent', { params: { folder } })
  if (isSilent) notices.put({ id, level: 'warning', error, dismissible: true })
  else notices.clear(id)
}

export function noteSalvage(notices: Notices, setAside: string): void {
  const error = appError('databaseSalvaged', { params: { file: setAside } })
  notices.put({ id: 'database', level: 'warning', error, dismissible: true })
}

/** What waits in the queue is asked about: this says why. */
export function notePutBack(notices: Notices): void {
  notices.put({ id: 'putBack', level: 'warning', error: appError('databasePutBack'), dismissible: true })
}

/** Reports damaged rows until the user has read the notice, even across restarts. Returns the disposer. */
export function noteDamagedRows(deps: {
  readonly notices: Notices
  readonly changes: Changes
  readonly kept: Pick<KeptRows, 'untold' | 'told'>
  readonly clock: Pick<Clock, 'now'>
}): () => void {
  const { notices, changes, kept, clock } = deps
  const count = kept.untold()
  if (count === 0) return () => {}
  const error = appError('rowsDamaged', { params: { count } })
  notices.put({ id: 'damagedRows', level: 'warning', error, dismissible: true })
  const stop = changes.subscribe((kind) => {
    if (kind !== 'notices' || notices.list().some(({ id }) => id === 'damagedRows')) return
    kept.told(clock.now())
    stop()
  })
  return stop
}

/**
 * Says once per run that a key is kept for this session only because there is no keychain, as soon as one is, and until
 * there is a keychain after all. Returns the disposer.
 */
export function noteSessionKeys(deps: {
  readonly notices: Notices
  readonly changes: Changes
  readonly connections: Pick<Connections, 'list'>
  readonly secrets: Pick<Secrets, 'kind'>
}): () => void {
  const { notices, changes, connections, secrets } = deps
  let isTold = false
  return changes.subscribe((kind) => {
    if (kind !== 'connections' && kind !== 'keychain') return
    if (secrets.kind === 'keychain') notices.clear('keys')
    if (isTold || secrets.kind !== 'unavailable') return
    if (!connections.list().some(({ keyState }) => keyState === 'session')) return
    isTold = true
    notices.put({ id: 'keys', level: 'warning', error: appError('keychainMissing'), dismissible: true })
  })
}
