import { type AppError, AppFailure, appError } from '@shared/errors'
import type { RouteInput, RouteOutput } from '@shared/ipc/contract'
import type {
  FoundCell,
  OpenTable,
  TablePlace,
  TableRow,
  TableSettings,
  TableStep,
  TableView,
} from '@shared/model/table'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { appErrorOf } from '../client/failure'
import { type AppStore, currentConnection } from './appStore'
import type { DraftStore } from './draftStore'
import { asStale, chunkSize, type ListRows, mapRows, noRows, withChunk } from './listRows'
import { createRowLoader } from './rowLoader'
import { createSettingsChange } from './settingsChange'
import { grown, isWhole, sameRows, wholeTable } from './tableView'

export interface TableState {
  /** Null while no table is open. */
  readonly table: OpenTable | null
  /** Settings that were changed but not answered yet; null if the table's own apply. */
  readonly changed: TableSettings | null
  readonly view: TableView
  /** The view that `rows` and `total` belong to; `view` is ahead of it until its first rows are here. */
  readonly shown: TableView
  /** How many rows the view has. */
  readonly total: number
  readonly rows: ListRows<TableRow>
  /** A file is being chosen, or is beginning to be read. */
  readonly opening: boolean
  /** Why the last action did not happen. */
  readonly failure: AppError | null
}

type Which = RouteInput<'tables.select'>['which']

/** Only `enqueue` queues anything. Only `cell` and `enqueue` reject; other failures are in the state. */
export interface TableStore extends StoreApi<TableState> {
  /** Reads what is open, possibly left by an earlier run. */
  refresh(): Promise<void>
  /** Lets the person choose a file; it replaces the open table. */
  open(): Promise<void>
  /** Text as a spreadsheet copies it, or one prompt per line. */
  paste(text: string): Promise<void>
  /** A file that was dropped into the window. */
  drop(file: File): Promise<void>
  /** Discards the table, whatever is under way with it. */
  discard(): Promise<void>
  /** Settings as they are typed: sent once the person pauses. */
  change(patch: Partial<TableSettings>): void
  show(patch: Partial<TableView>): void
  /** Sets which positions of the view are on the screen; `to` is exclusive. */
  need(from: number, to: number): void
  edit(row: number, column: number, value: string): Promise<void>
  select(which: Which, selected: boolean): Promise<void>
  /** The whole text of a cell that is shown cut. */
  cell(row: number, column: number): Promise<string>
  /**
   * The next invalid cell after a place in the view. If the view has none, the next one of the whole table, which is
   * then shown. Null if there is none at all.
   */
  seekWrong(after: TablePlace): Promise<FoundCell | null>
  /**
   * Undoes or redoes the last edit, selection or change of settings, and returns what that was. Shows the whole table
   * if it wouldn't be visible otherwise. Null if there was none.
   */
  undo(redo: boolean): Promise<TableStep | null>
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

/** How many characters of a cell the grid shows. */
const shownCharacters = 2000

/** Mirrors the one open table, with windows of its rows. */
export function createTableStore(deps: {
  readonly client: Client
  readonly app: Pick<AppStore, 'getState'>
  readonly draft: Pick<DraftStore, 'getState'>
}): TableStore {
  const { client, app, draft } = deps
  const store = createStore<TableState>(() => ({ ...none, opening: false, failure: null }))
  const fail = (thrown: unknown): void => store.setState({ failure: appErrorOf(thrown) })
  let last: Promise<void> = Promise.resolve()

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

  /** Reads the rows again: what was shown ahead of an answer turned out wrong, or affects other rows too. */
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
    store.setState({ opening: true })
    // Pending changes of the previous table don't apply to the next.
    settings.drop()
    await run(async () => {
      const connection = currentConnection(app.getState())
      if (connection === null) throw new AppFailure(appError('connectionMissing'))
      const { model, size, n, mode, image } = draft.getState().draft
      const table = await work({ connectionId: connection.id, defaults: { model, size, n, mode, image } })
      if (table !== null) take(table)
    })
    store.setState({ opening: false })
  }

  /** Never rejects: a failure stays in the state until the next attempt. */
  async function run(work: () => Promise<void>): Promise<void> {
    store.setState({ failure: null })
    try {
      await work()
    } catch (thrown) {
      fail(thrown)
      reread()
    }
  }

  /** The same for work with an answer; null after a failure. */
  async function answered<T>(work: () => Promise<T | null>): Promise<T | null> {
    let answer: T | null = null
    await run(async () => {
      answer = await work()
    })
    return answer
  }

  /** Does it once earlier changes are settled, so that it takes them into account. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const end = last.then(work)
    last = end.then(
      () => {},
      () => {},
    )
    return end
  }

  async function seek(after: TablePlace): Promise<FoundCell | null> {
    const { view } = store.getState()
    const found = await client.call('tables.nextWrong', { view, after })
    if (found !== null || isWhole(view)) return found
    const position = Math.max(0, after.row - 1)
    const other = await client.call('tables.nextWrong', { view: wholeTable, after: { ...after, position } })
    if (other !== null) show(wholeTable)
    return other
  }

  async function takeBack(redo: boolean): Promise<TableStep | null> {
    await settings.flush()
    const { step, table } = await client.call('tables.undo', { redo, view: store.getState().view })
    if (step === null) return null
    take(table)
    reread()
    if (step.kind !== 'cell' || step.position !== null) return step
    show(wholeTable)
    return { ...step, position: step.row - 1 }
  }

  function show(patch: Partial<TableView>): void {
    store.setState(({ view }) => ({ view: { ...view, ...patch } }))
    loader.restart()
  }

  const stopListening = client.on('tables.changed', take)

  return {
    ...store,
    refresh: () => run(async () => take(await client.call('tables.current', null))),
    open: () => begin((origin) => client.call('tables.open', origin)),
    paste: (text) => begin((origin) => client.call('tables.paste', { text, ...origin })),
    drop: (file) => begin((origin) => client.openDropped(file, origin)),
    discard: () =>
      run(async () => {
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
    edit(row, column, value) {
      patchRows([row], (before) => ({
        ...before,
        cells: before.cells.with(column, value.slice(0, shownCharacters)),
        cut: before.cut.filter((each) => each !== column),
      }))
      return inTurn(() =>
        run(async () => {
          const after = await client.call('tables.edit', { row, column, value })
          patchRows([row], () => after)
        }),
      )
    },
    select(which, selected) {
      if ('rows' in which) patchRows(which.rows, (before) => ({ ...before, selected }))
      return inTurn(() =>
        run(async () => {
          take(await client.call('tables.select', { which, selected }))
          reread()
        }),
      )
    },
    async cell(row, column) {
      return (await client.call('tables.cell', { row, column })).value
    },
    seekWrong: (after) => inTurn(() => answered(() => seek(after))),
    undo: (redo) => inTurn(() => answered(() => takeBack(redo))),
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
