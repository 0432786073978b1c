import { type AppError, AppFailure, appError } from '@shared/errors'
import type { OpenTable, TableRow, TableSettings } from '@shared/model/table'
import type { Connections } from '../connections/connections'
import { traceOf } from '../errorTrace'
import type { Clock, Logger, Processes } from '../ports'
import type { KnownLookup } from './knownLookup'
import { createKnownRows } from './knownRows'
import { createTableProcess, type TableAsk, type TableProcess } from './tableProcess'

type Reading = Omit<Extract<TableAsk, { readonly kind: 'read' }>, 'planning'>
/** How a table comes to be open. */
export type TableBeginning = Reading | Extract<TableAsk, { readonly kind: 'reopen' }>

/** One open table with its process, from its reading to its end. What waits for an answer at the end fails with `tableClosed`. */
export interface TableSession {
  readonly id: string
  /** Null until reading has begun. */
  shown(): OpenTable | null
  /** Called once, first. Resolves once reading has begun or the table is there again. */
  begin(): Promise<OpenTable>
  readonly ask: TableProcess['ask']
  /** Resolves once every row is checked; which of them are known is looked up afterwards. */
  change(settings: TableSettings): Promise<OpenTable>
  edit(row: number, column: number, value: string): Promise<TableRow>
  /** Looks again which rows are known, where that may have changed. */
  refresh(): Promise<void>
  /** Checks the rows anew where the connection sends other requests for them than it did. */
  replan(): Promise<void>
  /** Shows the table as being queued while `work` runs, which is told of it as it is and tells how many rows it has done. */
  whileQueueing<T>(work: (table: OpenTable, onProgress: (rows: number) => void) => Promise<T>): Promise<T>
  /** Ends the process; the file stays. */
  end(): Promise<void>
}

/** What the core does with a table that the process itself is ready with. */
type Activity = Pick<OpenTable, 'stage' | 'progress'>

const noCounts = {
  rows: 0,
  wrong: 0,
  known: 0,
  selected: 0,
  selectedWrong: 0,
  toQueue: 0,
  requests: 0,
  images: 0,
}

export function createTableSession(deps: {
  readonly connections: Pick<Connections, 'find'>
  readonly processes: Processes
  readonly clock: Clock
  readonly logger: Logger
  readonly lookup: KnownLookup
  /** Absolute: where tables are kept. */
  readonly folder: string
  readonly beginning: TableBeginning
  /** What is shown has changed. */
  readonly onChange: () => void
}): TableSession {
  const { connections, logger, lookup, beginning, onChange } = deps
  let table: OpenTable | null = null
  let activity: Activity | null = null
  /** The table is gone for this reason. */
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
  const known = createKnownRows({ process, lookup, marked: beginning.kind === 'reopen' })

  function shown(): OpenTable | null {
    return table?.stage === 'ready' && activity !== null ? { ...table, ...activity } : table
  }

  /** Throws `tableUnready` while something is under way that the rest would come in between of. */
  function need(...busy: OpenTable['stage'][]): OpenTable {
    const now = shown()
    if (now === null) throw new AppFailure(appError('tableClosed'))
    if (busy.includes(now.stage)) throw new AppFailure(appError('tableUnready'))
    return now
  }

  const ask: TableProcess['ask'] = (kind, request) => {
    if (lost !== null) throw new AppFailure(lost)
    return process.ask(kind, request)
  }

  function plan({ connectionId }: Pick<TableSettings, 'connectionId'>) {
    planned = connections.find(connectionId)?.fullBackground ?? false
    return { fullBackground: planned }
  }

  async function during<T>(
    stage: Activity['stage'],
    work: (onProgress: (done: number) => void) => Promise<T>,
  ): Promise<T> {
    let own = show(stage, 0)
    try {
      return await work((done) => {
        if (activity === own) own = show(stage, done)
      })
    } finally {
      if (activity === own) activity = null
      onChange()
    }
  }

  function show(stage: Activity['stage'], done: number): Activity {
    activity = { stage, progress: { done, total: table?.counts.rows ?? 0 } }
    onChange()
    return activity
  }

  const lookUp = () =>
    during('checking', async (onProgress) => {
      await known.refresh(need().settings.connectionId, onProgress)
    })

  /** Nobody waits for it; a table that was closed meanwhile needs nothing. */
  function behind(work: Promise<unknown>): void {
    work.catch((problem: unknown) => {
      if (!(problem instanceof AppFailure)) logger.error('tables.failed', traceOf(problem))
    })
  }

  async function change(settings: TableSettings): Promise<OpenTable> {
    need('reading', 'queueing')
    known.stop()
    await ask('table', { kind: 'change', settings, planning: plan(settings) })
    behind(lookUp())
    return need()
  }

  async function replan(): Promise<void> {
    if (shown()?.stage !== 'ready') return
    const { settings } = need()
    if (connections.find(settings.connectionId)?.fullBackground === !planned) await change(settings)
  }

  /** Rows that were read when the process died of the rest are gone with it. */
  function lose(error: AppError): void {
    if (table === null || error.code === 'tableClosed') return
    lost = error
    table = { ...table, stage: 'ready', problem: error, counts: noCounts, requestsByModel: {} }
    onChange()
  }

  async function read(): Promise<void> {
    await during('checking', async (onProgress) => {
      if (beginning.kind === 'read') {
        await ask('table', { ...beginning, planning: plan(beginning.settings) })
      } else {
        const answer = await ask('table', beginning)
        plan(answer.table.settings)
      }
      await known.refresh(need().settings.connectionId, onProgress)
    }).catch((problem: unknown) => {
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
      behind(whole)
      await Promise.race([begun, whole])
      return need()
    },
    ask,
    change,
    async edit(row, column, value) {
      need('queueing')
      const answer = await ask('row', { kind: 'edit', row, column, value })
      return { ...answer.row, known: await known.one(answer.table.settings.connectionId, row) }
    },
    async refresh() {
      const now = shown()
      if (now?.stage !== 'ready' || !known.isStale(now.settings.connectionId)) return
      await known.refresh(now.settings.connectionId, () => {})
    },
    replan,
    whileQueueing(work) {
      const { settings } = need('reading', 'checking', 'queueing')
      return during('queueing', async (onProgress) => {
        if (known.isStale(settings.connectionId)) await known.refresh(settings.connectionId, () => {})
        if (table === null) throw new AppFailure(appError('tableClosed'))
        return work(table, onProgress)
      })
    },
    async end() {
      known.stop()
      await process.stop()
    },
  }
}
