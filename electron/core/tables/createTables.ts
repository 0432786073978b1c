import { basename } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { Changes } from '../changes'
import type { Connections } from '../connections/connections'
import type { Database } from '../db/database'
import { traceOf } from '../errorTrace'
import { newId } from '../ids'
import type { Clock, Logger, Places, Processes } from '../ports'
import type { Queue } from '../queue/queue'
import { createKnownLookup } from './knownLookup'
import { createTableFiles } from './tableFiles'
import { createTableQueueing } from './tableQueueing'
import { createTableSession, type TableBeginning, type TableSession } from './tableSession'
import type { Tables } from './tables'

/** Changes of the queue come by the hundred: known rows are looked up this long after the first, in milliseconds. */
const refreshMs = 1000

export function createTables(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly connections: Pick<Connections, 'find'>
  readonly queue: Pick<Queue, 'beginBatch' | 'unfinishedBatches' | 'removeUnfinished'>
  readonly processes: Processes
  readonly places: Places
  readonly clock: Clock
  readonly logger: Logger
}): Tables {
  const { db, changes, clock, logger, places } = deps
  const files = createTableFiles(places.profile)
  const lookup = createKnownLookup(db)
  const queueing = createTableQueueing(deps)
  let session: TableSession | null = null
  /** Opening and closing, one after another. */
  let last: Promise<unknown> = Promise.resolve()
  let lookedForOld = false
  let stopRefresh: (() => void) | null = null
  let stopped = false

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn
    return turn
  }

  const announce = () => changes.announce('tables')

  /** Work that nobody waits for. */
  function behind(work: Promise<unknown> | undefined): void {
    work?.catch((problem: unknown) => {
      if (!(problem instanceof AppFailure)) logger.error('tables.failed', traceOf(problem))
    })
  }

  function need(): TableSession {
    if (session === null) throw new AppFailure(appError('tableClosed'))
    return session
  }

  async function begin(beginning: TableBeginning) {
    const own = createTableSession({
      ...deps,
      lookup,
      folder: await files.folder(),
      beginning,
      onChange: () => {
        if (session === own) announce()
      },
    })
    session = own
    try {
      return await own.begin()
    } catch (problem) {
      await discard()
      throw problem
    }
  }

  /** Ends the table that is open and removes every file. */
  async function discard(): Promise<void> {
    const old = session
    session = null
    lookedForOld = true
    await old?.end()
    for (const id of await files.list()) await files.remove(id)
    if (old !== null) announce()
  }

  /** What an earlier run left: the newest table is the one that was open. */
  async function reopen(): Promise<void> {
    if (lookedForOld) return
    lookedForOld = true
    const ids = await files.list()
    const newest = ids.findLast((id) => !queueing.isQueued(id))
    for (const id of ids) if (id !== newest) await files.remove(id)
    if (newest === undefined) return
    await begin({ kind: 'reopen', tableId: newest }).catch((problem: unknown) => {
      if (!(problem instanceof AppFailure)) throw problem
      logger.warn('tables.notReopened', { code: problem.error.code })
    })
  }

  function queueChanged(): void {
    if (session === null || stopRefresh !== null || stopped) return
    stopRefresh = clock.after(refreshMs, () => {
      stopRefresh = null
      behind(session?.refresh())
    })
  }

  const unfollow = changes.subscribe((kind) => {
    if (kind === 'queue') queueChanged()
    if (kind === 'connections') behind(session?.replan())
  })

  return {
    start: queueing.start,
    async stop() {
      stopped = true
      unfollow()
      stopRefresh?.()
      await session?.end()
      await queueing.stop()
      await last.catch(() => {})
    },

    current: () =>
      inTurn(async () => {
        await reopen()
        return session?.shown() ?? null
      }),
    shown: () => session?.shown() ?? null,
    open: (source, { connectionId, defaults }) =>
      inTurn(async () => {
        await discard()
        return begin({
          kind: 'read',
          tableId: newId(clock.now()),
          name: 'path' in source ? basename(source.path) : '',
          source,
          settings: { connectionId, defaults, expand: false, again: false },
        })
      }),
    close: () => inTurn(discard),

    change: (settings) => need().change(settings),
    rows: (view, offset, limit) => need().ask('rows', { kind: 'rows', view, offset, limit }),
    cell: async (row, column) => (await need().ask('cell', { kind: 'cell', row, column })).value,
    edit: (row, column, value) => need().edit(row, column, value),
    select: async (which, selected) => {
      const own = need()
      const { table } = await own.ask('table', { kind: 'select', which, selected })
      return own.shown() ?? table
    },

    async enqueue(options) {
      const own = need()
      const enqueued = await own.whileQueueing((table, onProgress) =>
        queueing.run(own.ask, own.id, table, { ...options, onProgress }),
      )
      await inTurn(async () => {
        if (session === own) await discard()
      })
      return enqueued
    },
  }
}
