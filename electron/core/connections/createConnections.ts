import { AppFailure, appError } from '@shared/errors'
import { type Connection, type ConnectionDraft, taskPathSchema } from '@shared/model/connection'
import { isSamePlace, taughtMaximum } from '@shared/model/taughtPlace'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import { newId } from '../ids'
import type { Clock, Logger, Ports, Secrets } from '../ports'
import type { ServiceClient } from '../service/serviceClient'
import { connectionMissing, createConnectionRows } from './connectionRows'
import type { Connections, FrozenTarget } from './connections'
import { type DemoService, demoConnection } from './demoService'
import { createHolds } from './holds'
import { createKeychainWatch } from './keychainWatch'
import { createKeychainWork } from './keychainWork'
import { createKeyring } from './keyring'
import { savedConnection } from './savedConnection'
import type { StoredConnection } from './storedConnection'
import { createTargets, sameOrigin } from './targets'

export interface ConnectionsDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly proxy: Ports['proxy']
  readonly changes: Changes
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run'>
  readonly service: Pick<ServiceClient, 'test' | 'liesInside'>
  readonly demo: DemoService
}

export function createConnections(deps: ConnectionsDeps): Connections {
  const { db, changes, clock, guard, service, demo } = deps
  const rows = createConnectionRows(db)
  const announce = () => changes.announce('connections')
  const watch = createKeychainWatch({
    ...deps,
    onChange(isOpen) {
      changes.announce('keychain')
      if (isOpen) onKeychainOpen()
      else announce()
    },
  })
  const keyring = createKeyring({ ...deps, onLost: announce, onShut: watch.need })
  const targets = createTargets({ ...deps, rows, keyring })
  const stopping = new AbortController()
  const keyListeners = new Set<(connectionId: string) => void>()
  const keychain = createKeychainWork({ ...deps, keyring })

  const shown = (row: StoredConnection): Connection => ({
    ...row.draft,
    id: row.id,
    kind: row.kind,
    keyState: row.kind === 'demo' ? 'notNeeded' : keyring.state(row.keyId),
    paused: row.paused,
    hold: holding.shown(row),
    isTaskPathLearned: row.isTaskPathLearned,
    taught: [...row.taught],
  })

  function find(id: string): StoredConnection {
    const row = rows.find(id)
    if (row === null) throw connectionMissing(id)
    return row
  }

  const holding = createHolds({ ...deps, rows, keyring, onKeyNeeded: watch.need })

  /** What waited for a key goes on, and what was typed meanwhile is kept. */
  function onKeychainOpen(): void {
    holding.forgetKeyTrouble('all')
    keyring.forgetAbsences()
    announce()
    for (const id of keyring.connections()) for (const listener of keyListeners) listener(id)
    void guard.run(keychain.keepTyped)
    void guard.run(keychain.sweep)
  }

  /** The user wants it to go on: the key of a connection is asked for again. */
  function askForKey(id: string): void {
    keyring.forgetAbsences()
    holding.forgetKeyTrouble(id)
    void guard.run(watch.look)
  }

  function restore(id: string): void {
    if (!find(id).archived) return
    rows.restore(id)
    announce()
  }

  function refuseChange(before: StoredConnection, draft: ConnectionDraft): void {
    if (before.kind === 'demo') throw new AppFailure(appError('notAllowed'))
    if (sameOrigin(before.draft.baseUrl, draft.baseUrl)) return
    // Requests sent to a former address don't need it.
    const open = rows.openJobs(before.id).filter(({ origin }) => sameOrigin(before.draft.baseUrl, origin))
    const jobs = rows.waitingJobs(before.id) + open.reduce((sum, { jobs }) => sum + jobs, 0)
    if (jobs > 0) throw new AppFailure(appError('originLocked', { params: { jobs } }))
  }

  return {
    start() {
      keychain.start()
    },

    list: () => rows.live().map(shown),

    find(id) {
      const row = rows.find(id)
      return row === null ? null : shown(row)
    },

    live(id) {
      const row = rows.findLive(id)
      return row === null ? null : shown(row)
    },

    async save(id, draft, apiKey) {
      const savedId = id ?? newId(clock.now())
      const write = (newKeyId: string | null) =>
        db.transaction(() => {
          const before = id === null ? null : rows.needLive(id)
          if (before !== null) refuseChange(before, draft)
          const saved = savedConnection(savedId, before, draft, newKeyId)
          if (before === null) rows.insert(saved, clock.now())
          else rows.update(saved)
          return saved
        })
      const saved = apiKey === null ? write(null) : await keyring.keep(savedId, apiKey, write)
      await guard.run(keychain.sweep)
      askForKey(savedId)
      void guard.run(async () => {
        await targets.locate(saved, draft.baseUrl)
      })
      announce()
      return shown(saved)
    },

    async remove(id) {
      rows.needLive(id)
      rows.archive(id, clock.now())
      holding.forgetKeyTrouble(id)
      // Immediately, so that waiting jobs are cancelled: a keychain may take its time.
      announce()
      await guard.run(keychain.sweep)
    },

    restore,

    async useDemo() {
      await demo.start()
      const existing = rows.demo()
      if (existing !== null) {
        restore(existing.id)
        return shown(find(existing.id))
      }
      const made = demoConnection(newId(clock.now()))
      rows.insert(made, clock.now())
      announce()
      return shown(made)
    },

    async test(id, draft, apiKey) {
      const { signal } = stopping
      const stored = id === null ? null : rows.needLive(id)
      if (apiKey !== null) return service.test(await targets.withKey(draft, apiKey), { signal })
      const known = stored !== null && sameOrigin(stored.draft.baseUrl, draft.baseUrl) ? stored : null
      if (known === null) throw new AppFailure(appError('keyMissing', { params: { name: draft.name } }))
      const typed = { origin: draft.baseUrl, pathPrefix: draft.pathPrefix, keyId: known.keyId }
      return service.test(await targets.resolve(known, typed), { signal })
    },

    freeze(id): FrozenTarget {
      const { draft, keyId } = find(id)
      return { origin: draft.baseUrl, pathPrefix: draft.pathPrefix, keyId }
    },

    resolve: async (id, frozen, options) => targets.resolve(find(id), frozen, options),

    resolveKeyless: async (id, frozen) => targets.resolveKeyless(find(id), frozen),

    resolveImages: async (id, frozen) => targets.resolveImages(find(id), frozen),

    teach(id, place) {
      const others = find(id).taught.filter((one) => !isSamePlace(one, place))
      rows.setTaught(id, [...others, place].slice(-taughtMaximum))
      announce()
    },

    forgetTaught(id, place) {
      const { taught } = find(id)
      rows.setTaught(
        id,
        taught.filter((one) => !isSamePlace(one, place)),
      )
      announce()
    },

    setPaused(id, paused) {
      rows.needLive(id)
      rows.setPaused(id, paused)
      announce()
    },

    learnTaskPath(id, path) {
      // One that could not be typed stays that of its task alone.
      if (taskPathSchema.safeParse(path).success && rows.learnTaskPath(id, path)) announce()
    },
    forgetTaskPath(id) {
      if (rows.forgetTaskPath(id)) announce()
    },
    allowTaskOrigin(id, origin) {
      rows.needLive(id)
      rows.allowTaskOrigin(id, origin)
      announce()
    },

    ...holding,

    resume(id) {
      askForKey(id)
      holding.resume(id)
      announce()
    },

    glanceAtKeychain: watch.glance,
    lookAtKeychain: () => void guard.run(watch.look),
    onKeysReadable(listener) {
      keyListeners.add(listener)
      return () => keyListeners.delete(listener)
    },

    readDraft: rows.readDraft,
    writeDraft: rows.writeDraft,

    countAlike: (id, kind) => rows.countAlike(id, kind),

    async stop() {
      stopping.abort()
      watch.stop()
      keychain.stop()
      await demo.stop()
    },
  }
}
