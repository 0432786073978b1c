import { join } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { fileErrorCode } from '@shared/processes/fileErrors'
import type { TableAnswer, TableRequest } from '@shared/processes/tables'
import { readTable } from './reading/readTable'
import { createKeptTable, type KeptTable } from './staging/keptTable'
import {
  hasStaging,
  isFull,
  openStaging,
  removeStaging,
  type StagingDatabase,
} from './staging/stagingDatabase'
import { loadState } from './staging/tableState'

type Request<K extends TableRequest['kind']> = Extract<TableRequest, { readonly kind: K }>
type Stoppable = Request<'read' | 'change'>

/** Answers requests one after another. In between, windows and cells are shown and a stop is noticed. */
export interface TableServer {
  handle(request: TableRequest): void
}

export function createTableServer({
  folder,
  say,
}: {
  /** Absolute path of the folder with the tables. */
  readonly folder: string
  readonly say: (answer: TableAnswer) => void
}): TableServer {
  let table: KeptTable | null = null
  /** Requests that have begun or are waiting, by id. */
  const stops = new Map<number, AbortController>()
  let last: Promise<void> = Promise.resolve()

  const pathOf = (tableId: string): string => join(folder, `${tableId}.db`)

  function need(): KeptTable {
    if (table === null) throw new AppFailure(appError('rowMissing'))
    return table
  }

  function close(): void {
    table?.close()
    table = null
  }

  async function read(request: Request<'read'>, signal: AbortSignal): Promise<TableAnswer> {
    const { id } = request
    close()
    try {
      await readTable(request, {
        path: pathOf(request.tableId),
        signal,
        onTable: (begun) => {
          table = begun
        },
        onProgress: (shown) => say({ kind: 'progress', id, table: shown }),
      })
    } catch (error) {
      table = null
      throw error
    }
    return { kind: 'table', id, table: need().shown() }
  }

  function reopen({ id, tableId }: Request<'reopen'>): TableAnswer {
    close()
    const path = pathOf(tableId)
    table = reopened(path)
    if (table === null) removeStaging(path)
    return { kind: 'table', id, table: need().shown() }
  }

  async function change(request: Request<'change'>, signal: AbortSignal): Promise<TableAnswer> {
    const { id, settings, planning, redo = null } = request
    const changed = need()
    await changed.change(settings, planning, {
      redo,
      signal,
      onProgress: (shown) => say({ kind: 'progress', id, table: shown }),
    })
    return { kind: 'table', id, table: changed.shown() }
  }

  function answer(request: Exclude<TableRequest, Stoppable | Request<'stop'>>): TableAnswer {
    const { kind, id } = request
    switch (kind) {
      case 'reopen':
        return reopen(request)
      case 'rows':
        return { kind, id, ...need().rows(request.view, request.offset, request.limit) }
      case 'cell':
        return { kind, id, value: need().cell(request.row, request.column) }
      case 'edit': {
        const row = need().edit(request.row, request.column, request.value)
        return { kind: 'row', id, row, table: need().shown() }
      }
      case 'confirmEncoding':
        need().confirmEncoding()
        return { kind: 'table', id, table: need().shown() }
      case 'source':
        return { kind, id, source: need().source() }
      case 'nextWrong':
        return { kind, id, found: need().nextWrong(request.view, request.after) }
      case 'undo': {
        const undone = need().undo(request.redo, request.view)
        const { step, settings } = undone ?? { step: null, settings: null }
        return { kind: 'undone', id, step, settings, table: need().shown() }
      }
      case 'select':
        need().select(request.which, request.selected)
        return { kind: 'table', id, table: need().shown() }
      case 'identities':
        return { kind, id, rows: need().identities(request.after, request.limit) }
      case 'known':
        need().setKnown(request.from, request.to, request.known)
        return { kind: 'table', id, table: need().shown() }
      case 'plan':
        return { kind, id, rows: need().plan(request.after, request.limit, request.onlyRight) }
    }
  }

  async function stoppable(request: Stoppable, signal: AbortSignal): Promise<TableAnswer> {
    signal.throwIfAborted()
    return request.kind === 'read' ? read(request, signal) : change(request, signal)
  }

  /** Reports the result of a request. A bug ends the process, and the caller starts another. */
  async function settle(id: number, work: () => TableAnswer | Promise<TableAnswer>): Promise<void> {
    try {
      say(await work())
    } catch (error) {
      say({ kind: 'failed', id, error: expected(error) })
    }
  }

  function inTurn(id: number, work: () => TableAnswer | Promise<TableAnswer>): void {
    last = last.then(() => settle(id, work))
  }

  return {
    handle(request) {
      const { id } = request
      if (request.kind === 'stop') return stops.get(id)?.abort(new AppFailure(appError('interrupted')))
      if (request.kind === 'rows' || request.kind === 'cell') return void settle(id, () => answer(request))
      if (request.kind !== 'read' && request.kind !== 'change') return inTurn(id, () => answer(request))
      const stop = new AbortController()
      stops.set(id, stop)
      inTurn(id, () => stoppable(request, stop.signal).finally(() => stops.delete(id)))
    },
  }
}

/** Null if there is none, or none that was read to its end and is still readable. */
function reopened(path: string): KeptTable | null {
  if (!hasStaging(path)) return null
  let db: StagingDatabase | null = null
  try {
    db = openStaging(path)
    const state = loadState(db)
    if (state !== null) return createKeptTable(db, state)
  } catch {
    // Cut short by a kill, or damaged by a system crash: treated as missing.
  }
  db?.close()
  return null
}

function expected(error: unknown): AppError {
  if (error instanceof AppFailure) return error.error
  if (isFull(error)) return appError('diskLow', { retry: 'free' })
  const cause = fileErrorCode(error)
  if (cause !== null) return appError('tableUnreadable', { retry: 'free', detail: { cause } })
  throw error
}
