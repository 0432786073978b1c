import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteInput } from '@shared/ipc/contract'
import type { OpenTable, TableRow, TableView } from '@shared/model/table'
import type { Call } from '../../support/call'
import { withDyingReaders } from '../../support/dyingReaders'
import { eventually } from '../../support/eventually'
import { type RunningCore, startCore } from '../../support/runningCore'
import { withStuckPlans } from '../../support/stuckPlans'
import { tableDefaults } from '../../support/tableSamples'

const everything: TableView = { text: '', show: 'all', sort: null }

/** A header and this many rows, each with its own prompt; `sizes` sets the size of some, by row number. */
export function birds(count: number, sizes: Readonly<Record<number, string>> = {}): string {
  const rows = Array.from({ length: count }, (_, at) => `"a wren, number ${at + 1}",${sizes[at + 1] ?? ''}`)
  return `prompt,size\n${rows.join('\n')}\n`
}

/** What a window does with the table, on any core. */
export function tableHand(call: Call, connectionId: string) {
  const origin = { connectionId, defaults: tableDefaults }

  async function current(): Promise<OpenTable> {
    const table = await call('tables.current', null)
    if (table === null) throw new Error('no table is open')
    return table
  }

  const ready = () =>
    eventually(
      async () => {
        const table = await current()
        return table.stage === 'ready' ? table : null
      },
      { what: 'a table that is ready' },
    )

  return {
    origin,
    current,
    ready,
    async paste(text: string, defaults: Partial<OpenTable['settings']['defaults']> = {}): Promise<OpenTable> {
      await call('tables.paste', { text, connectionId, defaults: { ...tableDefaults, ...defaults } })
      return ready()
    },
    async change(patch: Partial<OpenTable['settings']>): Promise<OpenTable> {
      const { settings } = await current()
      await call('tables.change', { ...settings, ...patch })
      return ready()
    },
    async rows(view: Partial<TableView> = {}): Promise<readonly TableRow[]> {
      return (await call('tables.rows', { view: { ...everything, ...view }, offset: 0, limit: 500 })).rows
    },
    edit: (row: number, column: number, value: string) => call('tables.edit', { row, column, value }),
    enqueue: (options: Partial<RouteInput<'tables.enqueue'>> = {}) =>
      call('tables.enqueue', { onlyRight: false, first: false, ...options }),
  }
}

export type TableHand = ReturnType<typeof tableHand>

export interface TablesCore extends RunningCore, TableHand {
  readonly connectionId: string
  /** Writes a file and opens it through the dialog. */
  open(name: string, content: string | Uint8Array): Promise<OpenTable>
}

/** The whole core with the demo connection and a paused queue: nothing is sent. */
export async function startTablesCore(
  folder: string,
  {
    plans,
    deaths = 0,
  }: {
    /** How often each table's process says what to queue (`stuckPlans.ts`); default always. */
    readonly plans?: number
    /** How many processes die of reading a table (`dyingReaders.ts`). */
    readonly deaths?: number
  } = {},
): Promise<TablesCore> {
  const running = await startCore(folder, {
    prepare(ports) {
      const processes = withDyingReaders(ports.processes, deaths)
      Object.assign(ports, { processes: plans === undefined ? processes : withStuckPlans(processes, plans) })
    },
  })
  const { call, ports } = running
  const { id } = await call('connections.useDemo', null)
  await call('queue.pause', null)
  const hand = tableHand(call, id)
  return {
    ...running,
    ...hand,
    connectionId: id,
    async open(name, content) {
      ports.chosenFile = join(folder, name)
      writeFileSync(ports.chosenFile, content)
      await call('tables.open', hand.origin)
      return hand.ready()
    },
  }
}
