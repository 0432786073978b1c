import { type AppError, AppFailure, appError } from '@shared/errors'
import type { RouteInput, RouteOutput } from '@shared/ipc/contract'
import type {
  FoundCell,
  OpenTable,
  TablePlace,
  TableSettings,
  TableStep,
  TableView,
} from '@shared/model/table'
import type { TableReadAs } from '@shared/model/tableReading'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { appErrorOf } from '../client/failure'
import { type AppStore, currentConnection } from './appStore'
import type { DraftStore } from './draftStore'
import { createSettingsChange } from './settingsChange'
import { createTableRows, noTable, type ShownTable } from './tableRows'
import { isWhole, wholeTable } from './tableView'

export interface TableState extends ShownTable {
  /** Settings that were changed but not answered yet; null if the table's own apply. */
  readonly changed: TableSettings | null
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
  /** Lets the user choose a file; it replaces the open table. */
  open(): Promise<void>
  /** Text as a spreadsheet copies it, or one prompt per line. */
  paste(text: string): Promise<void>
  /** A file that was dropped into the window. */
  drop(file: File): Promise<void>
  /** Reads the table again in another way, or confirms its encoding. */
  readAs(readAs: TableReadAs): Promise<void>
  /** Discards the table, whatever is under way with it. */
  discard(): Promise<void>
  /** Settings as they are typed: sent once the user pauses. */
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

/** How many characters of a cell the grid shows. */
const shownCharacters = 2000

/** Mirrors the one open table, with windows of its rows. */
export function createTableStore(deps: {
  readonly client: Client
  readonly app: Pick<AppStore, 'getState'>
  readonly draft: Pick<DraftStore, 'getState'>
}): TableStore {
  const { client, app, draft } = deps
  const store = createStore<TableState>(() => ({ ...noTable, changed: null, opening: false, failure: null }))
  const fail = (thrown: unknown): void => store.setState({ failure: appErrorOf(thrown) })
  let last: Promise<void> = Promise.resolve()
  /** For a moment there is no table, but one will take the place of what is shown. */
  let isRereading = false

  const rows = createTableRows({ client, get: store.getState, set: store.setState, fail })
  const { show } = rows

  function take(table: OpenTable | null): void {
    if (table === null || table.id !== store.getState().table?.id) store.setState({ changed: null })
    rows.take(table)
  }

  const settings = createSettingsChange({
    send: async (changed) => take(await client.call('tables.change', changed)),
    fail,
    settled: () => store.setState({ changed: null }),
  })

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
      rows.reread()
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
    rows.reread()
    if (step.kind !== 'cell' || step.position !== null) return step
    show(wholeTable)
    return { ...step, position: step.row - 1 }
  }

  const stopListening = client.on('tables.changed', (table) => {
    if (table !== null || !isRereading) take(table)
  })

  return {
    ...store,
    refresh: () => run(async () => take(await client.call('tables.current', null))),
    open: () => begin((origin) => client.call('tables.open', origin)),
    paste: (text) => begin((origin) => client.call('tables.paste', { text, ...origin })),
    drop: (file) => begin((origin) => client.openDropped(file, origin)),
    readAs: (readAs) =>
      inTurn(() =>
        run(async () => {
          await settings.flush()
          isRereading = true
          try {
            take(await client.call('tables.readAs', readAs))
          } catch (failure) {
            take(await client.call('tables.current', null))
            throw failure
          } finally {
            isRereading = false
          }
        }),
      ),
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
    need: rows.need,
    edit(row, column, value) {
      rows.patch([row], (before) => ({
        ...before,
        cells: before.cells.with(column, value.slice(0, shownCharacters)),
        cut: before.cut.filter((each) => each !== column),
      }))
      return inTurn(() =>
        run(async () => {
          const after = await client.call('tables.edit', { row, column, value })
          rows.patch([row], () => after)
        }),
      )
    },
    select(which, selected) {
      if ('rows' in which) rows.patch(which.rows, (before) => ({ ...before, selected }))
      return inTurn(() =>
        run(async () => {
          take(await client.call('tables.select', { which, selected }))
          rows.reread()
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
