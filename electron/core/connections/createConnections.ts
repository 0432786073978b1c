import { AppFailure, appError } from '@shared/errors'
import type { Connection, ConnectionDraft } from '@shared/model/connection'
import { draftSchema } from '@shared/model/draft'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import { newId } from '../ids'
import type { Clock, Logger, Ports, Secrets } from '../ports'
import type { ServiceClient } from '../service/serviceClient'
import { storageProblem } from '../storageProblem'
import { connectionMissing, createConnectionRows } from './connectionRows'
import type { Connections, FrozenTarget } from './connections'
import { type DemoService, demoConnection } from './demoService'
import { createHolds } from './holds'
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

/** How long after a change of the queue unused keys are removed. */
const sweepDelayMs = 5_000

export function createConnections(deps: ConnectionsDeps): Connections {
  const { db, changes, clock, logger, guard, service, demo } = deps
  const rows = createConnectionRows(db)
  const keyring = createKeyring({ ...deps, onLost: () => changes.announce('connections') })
  const targets = createTargets({ ...deps, rows, keyring })
  const stopping = new AbortController()
  /** Keys that only open jobs still use. */
  let outlived = 0
  let cancelSweep: (() => void) | null = null
  let unsubscribe: (() => void) | null = null

  /** If the keychain can't be reached now, the next start retries: the keys stay listed. */
  async function removeKeys(remove: () => Promise<void>): Promise<void> {
    try {
      await remove()
    } catch (problem) {
      if (storageProblem(problem) !== null) throw problem
      const reason = problem instanceof Error ? problem.name : 'unknown'
      logger.warn('connections.keysNotRemoved', { reason })
    }
  }

  const sweep = () =>
    removeKeys(async () => {
      outlived = await keyring.sweep()
    })

  function sweepSoon(): void {
    if (outlived === 0 || cancelSweep !== null) return
    cancelSweep = clock.after(sweepDelayMs, () => {
      cancelSweep = null
      return sweep()
    })
  }

  const shown = (row: StoredConnection): Connection => ({
    ...row.draft,
    id: row.id,
    kind: row.kind,
    keyState: row.kind === 'demo' ? 'notNeeded' : keyring.state(row.keyId),
    paused: row.paused,
    hold: row.hold,
  })

  function find(id: string): StoredConnection {
    const row = rows.find(id)
    if (row === null) throw connectionMissing(id)
    return row
  }

  const { forgetRefused, ...holding } = createHolds({ rows, keyring, changes, clock, guard, removeKeys })

  function restore(id: string): void {
    if (!find(id).archived) return
    rows.restore(id)
    changes.announce('connections')
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
      unsubscribe = changes.subscribe((kind) => {
        if (kind === 'queue') sweepSoon()
      })
      void guard.run(sweep)
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
          return { hold: before?.hold ?? null, saved }
        })
      const { hold, saved } = apiKey === null ? write(null) : await keyring.keep(savedId, apiKey, write)
      if (saved.hold === null) await guard.run(() => forgetRefused(savedId, hold, saved.keyId))
      await guard.run(sweep)
      void guard.run(async () => {
        await targets.locate(saved, draft.baseUrl)
      })
      changes.announce('connections')
      return shown(saved)
    },

    async remove(id) {
      rows.needLive(id)
      rows.archive(id, clock.now())
      // Immediately, so that waiting jobs are cancelled: a keychain may take its time.
      changes.announce('connections')
      await guard.run(sweep)
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
      changes.announce('connections')
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

    resolve: async (id, frozen) => targets.resolve(find(id), frozen),

    resolveKeyless: async (id, frozen) => targets.resolveKeyless(find(id), frozen),

    resolveImages: async (id, frozen) => targets.resolveImages(find(id), frozen),

    setPaused(id, paused) {
      rows.needLive(id)
      rows.setPaused(id, paused)
      changes.announce('connections')
    },

    ...holding,

    readDraft(id) {
      const row = db.get<{ draft_json: string }>('SELECT draft_json FROM drafts WHERE connection_id = :id', {
        id,
      })
      return row === undefined ? null : draftSchema.parse(JSON.parse(row.draft_json))
    },

    writeDraft(id, draft) {
      rows.needLive(id)
      db.run(
        `INSERT INTO drafts (connection_id, draft_json) VALUES (:id, :draft)
         ON CONFLICT (connection_id) DO UPDATE SET draft_json = excluded.draft_json`,
        { id, draft: JSON.stringify(draft) },
      )
    },

    countAlike: (id, kind) => rows.countAlike(id, kind),

    async stop() {
      stopping.abort()
      unsubscribe?.()
      cancelSweep?.()
      await demo.stop()
    },
  }
}
