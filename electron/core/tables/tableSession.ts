import { type AppError, AppFailure, appError } from '@shared/errors'
import {
  noTableCounts,
  type OpenTable,
  type TableRow,
  type TableSettings,
  type TableView,
} from '@shared/model/table'
import type { TableSource } from '@shared/processes/tables'
import type { Connections } from '../connections/connections'
import type { Guard } from '../guard'
import type { Clock, Logger, Processes } from '../ports'
import { behind } from './behind'
import type { KnownLookup } from './knownLookup'
import { createKnownRows } from './knownRows'
import { createTableActivity, type OnRows } from './tableActivity'
import { createTableProcess, type TableAsk, type TableProcess } from './tableProcess'
import type { RowChoice, Undone } from './tables'

type Reading = Omit<Extract<TableAsk, { readonly kind: 'read' }>, 'planning'>
/** How a table gets opened. */
export type TableBeginning = Reading | Extract<TableAsk, { readonly kind: 'reopen' }>

/**
 * One open table with its process, from its reading to its end. Requests that are open at the end fail with
 * `tableClosed`.
 */
export interface TableSession {
  readonly id: string
  /** Null until reading has begun. */
  shown(): OpenTable | null
  /** Called once, before anything else. Resolves once reading has begun or the table is there again. */
  begin(): Promise<OpenTable>
  readonly ask: TableProcess['ask']
  /** Resolves once every row is checked; which rows are known is looked up afterwards. */
  change(settings: TableSettings): Promise<OpenTable>
  confirmEncoding(): Promise<OpenTable>
  /** Where it came from; null if that isn't known any more. */
  source(): Promise<TableSource | null>
  edit(row: number, column: number, value: string): Promise<TableRow>
  select(which: RowChoice, selected: boolean): Promise<OpenTable>
  undo(redo: boolean, view: TableView): Promise<Undone>
  /** Looks up known rows again if they may have changed. */
  refresh(): Promise<void>
  /** Checks the rows again if the connection now sends different requests for them. */
  replan(): Promise<void>
  /**
   * Shows the table as being queued while `work` runs. `work` gets the table as it is and reports how many rows it has
   * done.
   */
  whileQueueing<T>(work: (table: OpenTable, onRows: OnRows) => Promise<T>): Promise<T>
  /** Ends the process; the file stays. */
  end(): Promise<void>
}

export function createTableSession(deps: {
  readonly connections: Pick<Connections, 'find'>
  readonly processes: Processes
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'failed'>
  readonly lookup: KnownLookup
  /** Absolute: where tables are kept. */
  readonly folder: string
  readonly beginning: TableBeginning
  /** What is shown has changed. */
  readonly onChange: () => void
}): TableSession {
  const { connections, guard, lookup, beginning, onChange } = deps
  let table: OpenTable | null = null
  /** Why the table is gone. */
  let lost: AppError | null = null
  let planned: boolean | null = null
  let onTable = (): void => {}
  const process = createTableProcess({
    ...deps,
    tableId: beginning.tableId,
    onTable(next) {
      table = next
      onTable()
      onChange()
    },
  })
  const ask: TableProcess['ask'] = async (kind, request) => {
    if (lost !== null) throw new AppFailure(lost)
    return process.ask(kind, request)
  }
  const known = createKnownRows({ ask, lookup, marked: beginning.kind === 'reopen' })
  const activity = createTableActivity(onChange)

  const shown = (): OpenTable | null => (table === null ? null : activity.over(table))

  /** Throws `tableUnready` while something is under way that must not be interrupted. */
  function need(...busy: OpenTable['stage'][]): OpenTable {
    const now = shown()
    if (now === null) throw new AppFailure(appError('tableClosed'))
    if (busy.includes(now.stage)) throw new AppFailure(appError('tableUnready'))
    return now
  }

  function plan({ connectionId }: Pick<TableSettings, 'connectionId'>) {
    planned = connections.find(connectionId)?.fullBackground ?? false
    return { fullBackground: planned }
  }

  /** Looks up twice if something may have changed meanwhile. */
  async function lookUp(onRows: OnRows): Promise<void> {
    const { connectionId } = need().settings
    await known.refresh(connectionId, onRows)
    behind(guard, refresh())
  }

  async function refresh(): Promise<void> {
    const now = shown()
    if (now?.stage !== 'ready' || !known.isStale(now.settings.connectionId)) return
    await known.refresh(now.settings.connectionId, () => {})
  }

  /** `redo`: of the step that this undoes or redoes; null for a new step. */
  async function change(settings: TableSettings, redo: boolean | null = null): Promise<OpenTable> {
    need('reading', 'queueing')
    known.stop()
    await ask('table', {
      kind: 'change',
      settings,
      planning: plan(settings),
      ...(redo === null ? {} : { redo }),
    })
    behind(guard, activity.during('checking', lookUp))
    return need()
  }

  async function replan(): Promise<void> {
    if (shown()?.stage !== 'ready') return
    const { settings } = need()
    if (connections.find(settings.connectionId)?.fullBackground === !planned) await change(settings)
  }

  /** If the process died while working on the rest, the rows already read are lost too. */
  function lose(error: AppError): void {
    if (table === null || error.code === 'tableClosed') return
    lost = error
    table = { ...table, stage: 'ready', problem: error, counts: noTableCounts, requestsByPrice: [] }
    onChange()
  }

  async function read(): Promise<void> {
    await activity
      .during('checking', async (onRows) => {
        if (beginning.kind === 'read') {
          await ask('table', { ...beginning, planning: plan(beginning.settings) })
        } else {
          const answer = await ask('table', beginning)
          plan(answer.table.settings)
        }
        await lookUp(onRows)
      })
      .catch((problem: unknown) => {
        if (problem instanceof AppFailure) lose(problem.error)
        throw problem
      })
    await replan()
  }

  return {
    id: beginning.tableId,
    shown,
    async begin() {
      const begun = new Promise<void>((resolve) => {
        onTable = resolve
      })
      const whole = read()
      behind(guard, whole)
      await Promise.race([begun, whole])
      return need()
    },
    ask,
    change: (settings) => change(settings),
    async confirmEncoding() {
      need('queueing')
      await ask('table', { kind: 'confirmEncoding' })
      return need()
    },
    // Not from the process, which may be reading for long.
    source: async () =>
      beginning.kind === 'read' ? beginning.source : (await ask('source', { kind: 'source' })).source,
    async edit(row, column, value) {
      need('queueing')
      const answer = await ask('row', { kind: 'edit', row, column, value })
      return { ...answer.row, known: await known.one(answer.table.settings.connectionId, row) }
    },
    async select(which, selected) {
      need('queueing')
      await ask('table', { kind: 'select', which, selected })
      return need()
    },
    async undo(redo, view) {
      need('reading', 'queueing')
      const { step, settings } = await ask('undone', { kind: 'undo', redo, view })
      if (settings !== null) await change(settings, redo)
      if (step?.kind === 'cell') await known.one(need().settings.connectionId, step.row)
      return { table: need(), step }
    },
    refresh,
    replan,
    whileQueueing(work) {
      const { settings } = need('reading', 'checking', 'queueing')
      return activity.during('queueing', async (onRows) => {
        if (known.isStale(settings.connectionId)) await known.refresh(settings.connectionId, () => {})
        if (table === null) throw new AppFailure(appError('tableClosed'))
        return work(table, onRows)
      })
    },
    async end() {
      known.stop()
      await process.stop()
    },
  }
}
