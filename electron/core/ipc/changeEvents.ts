import type { Bringing } from '../bringing/bringing'
import type { ChangeKind, Changes } from '../changes'
import type { Connections } from '../connections/connections'
import type { CoreEvent } from '../core'
import type { Exports } from '../export/exports'
import type { Moving } from '../library/moving/moving'
import type { Upkeep } from '../library/upkeep/createUpkeep'
import type { Notices } from '../notices'
import type { Preferences, Secrets } from '../ports'
import type { Tables } from '../tables/tables'
import type { EventJoiner } from './eventJoiner'

/**
 * Informs the window about every change: small values directly, lists by a revision that tells it to read them again.
 * Returns the disposer.
 */
export function forwardChanges(deps: {
  readonly changes: Changes
  readonly joiner: Pick<EventJoiner, 'push'>
  readonly connections: Pick<Connections, 'list'>
  readonly secrets: Pick<Secrets, 'kind'>
  readonly notices: Pick<Notices, 'list'>
  readonly preferences: Pick<Preferences, 'read'>
  readonly tables: Pick<Tables, 'shown'>
  readonly bringing: Pick<Bringing, 'current'>
  readonly exports: Pick<Exports, 'current'>
  readonly moving: Pick<Moving, 'shown'>
  readonly upkeep: Pick<Upkeep, 'state'>
}): () => void {
  const { changes, joiner, connections, secrets, notices, preferences, tables } = deps
  const { moving, upkeep, bringing, exports } = deps
  const revision = (kind: ChangeKind) => ({ revision: changes.revision(kind) })
  const events: { readonly [K in ChangeKind]: () => CoreEvent } = {
    queue: () => ({ event: 'queue.changed', payload: revision('queue') }),
    gallery: () => ({ event: 'gallery.changed', payload: revision('gallery') }),
    upkeep: () => ({ event: 'library.upkeepChanged', payload: upkeep.state() }),
    connections: () => ({ event: 'connections.changed', payload: [...connections.list()] }),
    keychain: () => ({ event: 'app.keyStoreChanged', payload: secrets.kind }),
    notices: () => ({ event: 'app.noticesChanged', payload: [...notices.list()] }),
    tables: () => ({ event: 'tables.changed', payload: tables.shown() }),
    bringing: () => ({ event: 'bringing.changed', payload: bringing.current() }),
    exports: () => ({ event: 'exports.changed', payload: exports.current() }),
    prompts: () => ({ event: 'prompts.changed', payload: revision('prompts') }),
    move: () => ({ event: 'library.moveChanged', payload: moving.shown() }),
    preferences: () => ({ event: 'preferences.changed', payload: preferences.read() }),
  }
  return changes.subscribe((kind) => joiner.push(kind, events[kind]))
}
