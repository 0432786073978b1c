import { type AppError, AppFailure, appError } from '@shared/errors'
import type { RouteInput, RouteOutput } from '@shared/ipc/contract'
import type { OpenTable, TableRow, TableSettings, TableView } from '@shared/model/table'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { errorOf } from '../client/failure'
import { type AppStore, currentConnection } from './appStore'
import type { DraftStore } from './draftStore'
import { asStale, chunkSize, type ListRows, mapRows, noRows, withChunk } from './listRows'
import { createRowLoader } from './rowLoader'
import { kept } from './sameData'
import { createSettingsChange } from './settingsChange'
import { grown, isWhole, sameRows, wholeTable } from './tableView'
import { wrongRowAfter } from './wrongRow'

export interface TableState {
  /** Null while no table is open. */
  readonly table: OpenTable | null
  /** Settings that were changed and are not answered yet; null when the table's own hold. */
  readonly changed: TableSettings | null
  readonly view: TableView
  /** The view `rows` and `total` belong to; `view` is ahead of it until its first rows are here. */
  readonly shown: TableView
  /** Rows of the view. */
  readonly total: number
  readonly rows: ListRows<TableRow>
  /** A file is being chosen, or its reading begun. */
  readonly opening: boolean
  /** Why the last thing that was asked for did not happen. */
  readonly failure: AppError | null
}

type Which = RouteInput<'tables.select'>['which']

/** Nothing here is queued but by `enqueue`, and nothing rejects but `cell`, `seekWrong` and `enqueue`: failures are in the state. */
export interface TableStore extends StoreApi<TableState> {
  /** Reads what is open, left by an earlier run perhaps. */
  refresh(): Promise<void>
  /** Lets the person choose a file; it takes the place of the table that is open. */
  open(): Promise<void>
  /** Text as a spreadsheet copies it, or a prompt a line. */
  paste(text: string): Promise<void>
  /** A file that was dropped into the window. */
  drop(file: File): Promise<void>
  /** Lets go of the table, whatever is under way with it. */
  discard(): Promise<void>
  /** Settings follow what is typed: sent once the person pauses. */
  change(patch: Partial<TableSettings>): void
  show(patch: Partial<TableView>): void
  /** Says which positions of the view are on the screen, `to` excluded. */
  need(from: number, to: number): void
  edit(row: number, column: number, value: string): Promise<void>
  select(which: Which, selected: boolean): Promise<void>
  /** The whole text of a cell that was cut. */
  cell(row: number, column: number): Promise<string>
  /**
   * The next wrong row after a row number in the order of the file, and its position in the view, which is changed if
   * need be; null when none is wrong.
   */
  seekWrong(after: number): Promise<{ readonly row: TableRow; readonly position: number } | null>
  enqueue(options: { readonly onlyRight: boolean }): Promise<RouteOutput<'tables.enqueue'>>
  dispose(): void
}

const none = {
  table: null,
  changed: null,
  view: wholeTable,
  shown: wholeTable,
  total: 0,
  rows: noRows,
} as const

/** Characters of a cell that are shown in the grid. */
const shownCharacters = 2000

/** Mirrors the one table that is open, with windows of its rows. */
export function createTableStore(deps: {
  readonly client: Client
  readonly app: Pick<AppStore, 'getState'>
  readonly draft: Pick<DraftStore, 'getState'>
}): TableStore {
  const { client, app, draft } = deps
  const store = createStore<TableState>(() => ({ ...none, opening: false, failure: null }))
  const fail = (thrown: unknown): void => store.setState({ failure: errorOf(thrown) })

  const loader = createRowLoader<RouteOutput<'tables.rows'>>({
    has: (chunk) => {
      const { table, rows, view, shown, total } = store.getState()
      if (table === null) return true
      return view === shown && (rows.fresh.has(chunk) || chunk * chunkSize >= total)
    },
    fetch: (window) => client.call('tables.rows', { view: store.getState().view, ...window }),
    put: (chunk, page) =>
      store.setState(({ rows, view, shown }) => {
        const before = view === shown ? rows : noRows
        return {
          rows: withChunk(before, chunk, page.rows, loader.wanted()),
          total: page.total,
          shown: view,
        }
      }),
    fail,
  })

  function take(after: OpenTable | null): void {
    const { table: before, view, shown, rows, total } = store.getState()
    if (after === null) store.setState(none)
    else if (before?.id !== after.id) {
      store.setState({ ...none, table: after, total: after.counts.rows })
      loader.restart()
    } else if (sameRows(before, after)) store.setState({ table: after })
    else {
      const onlyGrown = before.stage === 'reading' && after.stage === 'reading' && isWhole(view)
      store.setState({
        table: after,
        rows: onlyGrown ? grown(rows) : asStale(rows),
        total: isWhole(shown) ? after.counts.rows : total,
      })
      if (onlyGrown) loader.resume()
      else loader.restart()
    }
  }

  const settings = createSettingsChange({
    send: async (changed) => take(await client.call('tables.change', changed)),
    fail,
    settled: () => store.setState({ changed: null }),
  })

  /** Rows are read again: what was shown ahead of an answer did not come true, or is true of others too. */
  function reread(): void {
    store.setState(({ rows }) => ({ rows: asStale(rows) }))
    loader.restart()
  }

  function patchRows(which: readonly number[], change: (row: TableRow) => TableRow): void {
    const meant = new Set(which)
    store.setState(({ rows }) => ({
      rows: mapRows(rows, (each) => (meant.has(each.row) ? change(each) : each)),
    }))
  }

  async function begin(
    work: (origin: RouteInput<'tables.open'>) => Promise<OpenTable | null>,
  ): Promise<void> {
    store.setState({ opening: true, failure: null })
    // What was changed of the table before is nothing to the next.
    settings.drop()
    try {
      const connection = currentConnection(app.getState())
      if (connection === null) throw new AppFailure(appError('connectionMissing'))
      const { model, size, n, mode, image } = draft.getState().draft
      const table = await work({ connectionId: connection.id, defaults: { model, size, n, mode, image } })
      if (table !== null) take(table)
    } catch (thrown) {
      fail(thrown)
    } finally {
      store.setState({ opening: false })
    }
  }

  /** Never rejects: a failure is in the state until the next try. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    store.setState({ failure: null })
    try {
      await work()
    } catch (thrown) {
      fail(thrown)
      reread()
    }
  }

  function show(patch: Partial<TableView>): void {
    store.setState(({ view }) => ({ view: { ...view, ...patch } }))
    loader.restart()
  }

  const stopListening = client.on('tables.changed', take)

  return {
    ...store,
    refresh: () => attempt(async () => take(await client.call('tables.current', null))),
    open: () => begin((origin) => client.call('tables.open', origin)),
    paste: (text) => begin((origin) => client.call('tables.paste', { text, ...origin })),
    drop: (file) => begin((origin) => client.openDropped(file, origin)),
    discard: () =>
      attempt(async () => {
        settings.drop()
        await client.call('tables.close', null)
        take(null)
      }),
    change(patch) {
      const { table, changed } = store.getState()
      if (table === null) return
      const next = { ...(changed ?? table.settings), ...patch }
      store.setState({ changed: next, failure: null })
      settings.change(next)
    },
    show,
    need: loader.need,
    edit: (row, column, value) =>
      attempt(async () => {
        patchRows([row], (before) => ({
          ...before,
          cells: before.cells.with(column, value.slice(0, shownCharacters)),
          cut: before.cut.filter((each) => each !== column),
        }))
        const after = await client.call('tables.edit', { row, column, value })
        patchRows([row], () => after)
      }),
    select: (which, selected) =>
      attempt(async () => {
        if ('rows' in which) patchRows(which.rows, (before) => ({ ...before, selected }))
        take(await client.call('tables.select', { which, selected }))
        reread()
      }),
    async cell(row, column) {
      return (await client.call('tables.cell', { row, column })).value
    },
    async seekWrong(after) {
      const wrongRows: TableView = { ...wholeTable, show: 'wrong' }
      const found = await wrongRowAfter(after, async (offset) => {
        const page = await client.call('tables.rows', { view: wrongRows, offset, limit: 1 })
        return { total: page.total, row: page.rows[0] }
      })
      if (found === null) return null
      const { row, offset } = found
      const { view } = store.getState()
      if (kept(view, wrongRows) === view) return { row, position: offset }
      if (!isWhole(view)) show(wholeTable)
      return { row, position: row.row - 1 }
    },
    async enqueue({ onlyRight }) {
      const queued = await client.call('tables.enqueue', { onlyRight, first: false })
      take(null)
      return queued
    },
    dispose() {
      settings.drop()
      stopListening()
    },
  }
}
