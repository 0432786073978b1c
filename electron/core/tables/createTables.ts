import { basename } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { OpenTable, TableSettings } from '@shared/model/table'
import { type TableReadAs, tableEncodings } from '@shared/model/tableReading'
import type { TableSource } from '@shared/processes/tables'
import type { Changes } from '../changes'
import type { Connections } from '../connections/connections'
import type { Database } from '../db/database'
import { stat } from '../drive'
import type { Guard } from '../guard'
import { newId } from '../ids'
import type { Clock, Logger, Places, Processes } from '../ports'
import type { Queue } from '../queue/queue'
import type { StartRecord } from '../startRecord'
import { isFileProblem } from '../storageProblem'
import { systemCode } from '../systemCode'
import { createTurns } from '../turns'
import { behind } from './behind'
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
  readonly queue: Pick<
    Queue,
    'beginBatch' | 'writeBatch' | 'queuedRevision' | 'halfWrittenBatches' | 'removeHalfWritten'
  >
  readonly processes: Processes
  readonly places: Places
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run' | 'failed'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
}): Tables {
  const { changes, clock, logger, guard, places, starts } = deps
  const files = createTableFiles(places.profile)
  const lookup = createKnownLookup(deps)
  const queueing = createTableQueueing({ ...deps, lookup })
  let session: TableSession | null = null
  /** Opening and closing take turns. */
  const turns = createTurns()
  let lookedForOld = false
  let stopRefresh: (() => void) | null = null
  let stopped = false

  const announce = () => changes.announce('tables')

  function need(): TableSession {
    if (session === null) throw new AppFailure(appError('tableClosed'))
    return session
  }

  async function begin(beginning: TableBeginning): Promise<OpenTable> {
    if (stopped) throw new AppFailure(appError('tableClosed'))
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
      if (session === own) session = null
      await own.end()
      throw problem
    }
  }

  /**
   * Removes none once the app ends: the next run may want it. What the disk keeps now is removed the next time: it undoes
   * nothing of what was queued.
   */
  async function removeAllBut(kept: string | null): Promise<void> {
    const ids = await files.list()
    for (const id of ids) if (id !== kept && !stopped) await files.remove(id).catch(noteKept)
  }

  function noteKept(problem: unknown): void {
    if (!isFileProblem(problem)) throw problem
    logger.warn('tables.notRemoved', { code: systemCode(problem) ?? 'unknown' })
  }

  /** Ends the open table, whatever is under way with it, and then does something in its place. */
  async function inItsPlace<T>(work: () => Promise<T>): Promise<T> {
    lookedForOld = true
    // At once: the work under way may never end its turn on its own.
    const ended = session?.end()
    return turns.take(async () => {
      await ended
      await session?.end()
      if (session !== null) {
        session = null
        announce()
      }
      await removeAllBut(null)
      return work()
    })
  }

  async function read(
    source: TableSource,
    settings: Omit<TableSettings, 'roles'>,
    readAs: TableReadAs,
  ): Promise<OpenTable> {
    if (session?.shown()?.stage === 'queueing') throw new AppFailure(appError('tableUnready'))
    const name = 'path' in source ? basename(source.path) : ''
    return inItsPlace(() =>
      begin({ kind: 'read', tableId: newId(clock.now()), name, source, settings, readAs }),
    )
  }

  const close = () => inItsPlace(async () => {})

  /** Opens what an earlier run left: the newest table is the one that was open. */
  async function reopen(): Promise<void> {
    if (lookedForOld) return
    lookedForOld = true
    const left = (await files.list()).findLast((id) => !queueing.isQueued(id)) ?? null
    await removeAllBut(left)
    if (left === null || starts.isLeftOut('table', left)) return
    // Part of its batch is still there, and must be gone before the table can be queued again.
    if (starts.isLeftOut('batch', left)) return
    const reopened = starts.during('table', left, () => begin({ kind: 'reopen', tableId: left }))
    await reopened.catch((problem: unknown) => {
      if (!(problem instanceof AppFailure)) throw problem
      logger.warn('tables.notReopened', { code: problem.error.code })
    })
  }

  function queueChanged(): void {
    if (session === null || stopRefresh !== null || stopped) return
    stopRefresh = clock.after(refreshMs, () => {
      stopRefresh = null
      if (session !== null) behind(guard, session.refresh())
    })
  }

  const unfollow = changes.subscribe((kind) => {
    if (kind === 'queue') queueChanged()
    if (kind === 'connections' && session !== null) behind(guard, session.replan())
  })

  return {
    start: queueing.start,
    async stop() {
      stopped = true
      unfollow()
      stopRefresh?.()
      await session?.end()
      await queueing.stop()
      await turns.idle()
    },

    current: () =>
      turns.take(async () => {
        await reopen()
        return session?.shown() ?? null
      }),
    async takeUpLeftOut() {
      queueing.start()
      await turns.take(async () => {
        // Another table may be opening right now.
        if (session !== null) return
        lookedForOld = false
        await reopen()
      })
      announce()
    },
    shown: () => session?.shown() ?? null,
    open: (source, origin) =>
      read(source, { ...origin, expand: false, again: false }, { encoding: null, header: null }),
    close,

    async readAs({ encoding, header }) {
      const own = need()
      const shown = own.shown()
      if (shown === null) throw new AppFailure(appError('tableClosed'))
      if (header === null && encoding === shown.layout.encoding) return own.confirmEncoding()
      const { roles: _, ...settings } = shown.settings
      const source = await own.source()
      if (source === null || ('path' in source && !(await isThere(source.path))))
        throw new AppFailure(appError('tableUnreadable', { retry: 'free' }))
      // What was chosen before stays chosen.
      const { layout, reading } = shown
      const chosen = reading.unsure ? null : layout.encoding
      return read(source, settings, {
        encoding: encoding ?? tableEncodings.find((one) => one === chosen) ?? null,
        header: header ?? reading.header,
      })
    },

    change: (settings) => need().change(settings),
    rows: (view, offset, limit) => need().ask('rows', { kind: 'rows', view, offset, limit }),
    cell: async (row, column) => (await need().ask('cell', { kind: 'cell', row, column })).value,
    edit: (row, column, value) => need().edit(row, column, value),
    nextWrong: async (view, after) =>
      (await need().ask('nextWrong', { kind: 'nextWrong', view, after })).found,
    undo: (redo, view) => need().undo(redo, view),
    select: (which, selected) => need().select(which, selected),

    async enqueue(options) {
      const own = need()
      const enqueued = await own.whileQueueing((table, onRows) =>
        queueing.run(own.ask, own.id, table, { ...options, onRows }),
      )
      if (session === own) await close()
      return enqueued
    },
  }
}

/** Looked up before the table gives way to one that couldn't be read. */
async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}
