import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { OpenTable } from '@shared/model/table'
import type { Connections } from '../connections/connections'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import type { Queue } from '../queue/queue'
import { batchName } from '../queue/rows/batchName'
import type { StartRecord } from '../startRecord'
import { createTurns } from '../turns'
import { createBatchRecord } from './batchRecord'
import type { KnownLookup } from './knownLookup'
import { planParts } from './planParts'
import type { OnRows } from './tableActivity'
import type { TableProcess } from './tableProcess'
import type { TableEnqueued } from './tables'

/** Rows removed in one transaction. */
const atOnce = 250

export interface QueueingOptions {
  readonly onlyRight: boolean
  readonly first: boolean
  readonly onRows: OnRows
}

/** Makes batches from tables; a batch gets the id of its table. */
export interface TableQueueing {
  /** Removes what it wrote if it can't finish: none of it was ever shown or sent. */
  run(
    ask: TableProcess['ask'],
    id: string,
    table: OpenTable,
    options: QueueingOptions,
  ): Promise<TableEnqueued>
  /** The table is already a batch: the run was killed before it could close the table. */
  isQueued(id: string): boolean
  /** Removes what an earlier run didn't finish. This run may be writing a batch already: the start may be late. */
  start(): void
  /** Work under way is left to the next start. */
  stop(): Promise<void>
}

export function createTableQueueing(deps: {
  readonly db: Database
  readonly queue: Pick<Queue, 'beginBatch' | 'writeBatch' | 'halfWrittenBatches' | 'removeHalfWritten'>
  readonly lookup: Pick<KnownLookup, 'find'>
  readonly connections: Pick<Connections, 'find'>
  readonly guard: Pick<Guard, 'run'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
}): TableQueueing {
  const { db, queue, lookup, connections, guard, starts } = deps
  const record = createBatchRecord(db)
  /** A table that is queued again must find nothing left from before. */
  const turns = createTurns()
  let stopped = false

  function check({ counts, settings, reading }: OpenTable, onlyRight: boolean): Connection {
    if (reading.unsure) throw new AppFailure(appError('tableEncodingUnsure'))
    const { selectedWrong, toQueue } = counts
    if (selectedWrong > 0 && !onlyRight)
      throw new AppFailure(appError('tableRowsWrong', { params: { count: selectedWrong } }))
    if (toQueue === 0) throw new AppFailure(appError('tableEmpty'))
    const connection = connections.find(settings.connectionId)
    if (connection === null) throw new AppFailure(appError('connectionMissing'))
    return connection
  }

  async function write(
    ask: TableProcess['ask'],
    id: string,
    table: OpenTable,
    { onlyRight, first, onRows }: QueueingOptions,
  ): Promise<TableEnqueued> {
    const connection = check(table, onlyRight)
    const { counts, settings } = table
    const batch = db.transaction(() => {
      const begun = queue.beginBatch({ id, connectionId: connection.id, jobs: counts.requests, first })
      record.begin(id, table)
      return begun
    })
    let name = fileStem(table.name)
    /** Rows that were queued otherwise since the table was planned. */
    const since = new Set<number>()
    for await (const { rows, jobs, done, last } of planParts(ask, connection, { onlyRight })) {
      if (stopped) throw new AppFailure(appError('tableClosed'))
      name ||= jobs[0]?.request.prompt ?? ''
      const result = db.transaction(() => {
        const planned = settings.again ? [] : rows.filter(({ drafts }) => drafts.length > 0)
        for (const { row } of lookup.find(connection.id, planned)) since.add(row)
        record.add(id, connection.id, rows)
        batch.add(jobs.filter(({ row }) => row === null || !since.has(row)))
        const finished = last ? batch.finish(batchName(name)) : null
        if (finished?.jobs === 0) throw new AppFailure(appError('tableEmpty'))
        return finished
      })
      if (result !== null) return { ...result, known: settings.again ? 0 : counts.known + since.size }
      onRows(done)
      await nextTurn()
    }
    throw new Error('a plan without an end')
  }

  const isQueued = (id: string): boolean =>
    db.get('SELECT 1 FROM batches WHERE id = :id AND sendable_at IS NOT NULL', { id }) !== undefined

  /** Not while the app is ending. */
  async function takeBack(id: string): Promise<void> {
    if (isQueued(id)) return
    while (!stopped && !record.removeSome(id, atOnce)) await nextTurn()
    while (!stopped && !queue.removeHalfWritten(id, atOnce)) await nextTurn()
  }

  return {
    run: (ask, id, table, options) =>
      turns.take(() =>
        queue.writeBatch(async () => {
          try {
            return await write(ask, id, table, options)
          } catch (problem) {
            await guard.run(() => takeBack(id))
            throw problem
          }
        }),
      ),

    isQueued,

    start() {
      void guard.run(() => {
        const ids = queue.halfWrittenBatches().filter((id) => !starts.isLeftOut('batch', id))
        return turns.take(async () => {
          for (const id of ids) await starts.during('batch', id, () => takeBack(id))
        })
      })
    },

    async stop() {
      stopped = true
      await turns.idle()
    },
  }
}

/** The name of a file without its extension. */
function fileStem(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}
