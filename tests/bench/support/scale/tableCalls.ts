import type { RouteOutput } from '@shared/ipc/contract'
import type { OpenTable } from '@shared/model/table'
import { eventually } from '../../../support/eventually'
import { type Call, call } from './call'
import type { Probe } from './probe'
import type { World } from './world'

const view = { text: '', show: 'all', sort: null } as const
const defaults = { model: 'aurora-2', size: '', n: 1, mode: 'background', image: [] } as const

async function tableOf(probe: Probe): Promise<OpenTable> {
  const table = await probe.ask('tables.current', null)
  if (table === null) throw new Error('no table is open')
  return table
}

/** Until its rows are read and checked. */
const ready = (probe: Probe) =>
  eventually(async () => (await tableOf(probe)).stage === 'ready', { what: 'a table that is ready' })

/** The batch queued last. */
async function newestBatch(probe: Probe): Promise<string> {
  const { rows }: RouteOutput<'batches.list'> = await probe.ask('batches.list', {
    text: '',
    offset: 0,
    limit: 1,
  })
  const [newest] = rows
  if (newest === undefined) throw new Error('no batch was queued')
  return newest.id
}

/** A table from being pasted to being written back with its results; a tenth as many rows as the queue has. */
export function tableCalls({ connectionId, images }: World): readonly Call[] {
  const count = Math.max(100, images / 10)
  const lines = Array.from(
    { length: count },
    (_, n) => `Plate ${n + 1} of a loom\t${n % 2 === 0 ? 'noon' : 'dusk'}`,
  )
  const text = ['prompt\tlight', ...lines].join('\n')
  return [
    call('tables.paste', { text, connectionId, defaults: { ...defaults, image: [] } }, { once: true }),
    call('tables.rows', { view, offset: 0, limit: 200 }, { before: ready }),
    call('tables.rows', { view: { ...view, text: 'dusk' }, offset: 0, limit: 200 }, { of: 'searched' }),
    call('tables.cell', { row: 1, column: 0 }),
    call('tables.edit', { row: 2, column: 0, value: 'Plate 2 of a mill' }),
    call('tables.nextWrong', { view, after: { row: 0, column: -1, position: 0 } }),
    call('tables.undo', { redo: false, view }, { before: ready }),
    call('tables.select', { which: { view }, selected: true }, { before: ready }),
    call('tables.change', async (probe) => ({ ...(await tableOf(probe)).settings, expand: false }), {
      before: ready,
    }),
    call('tables.enqueue', { onlyRight: true, first: false }, { once: true, before: ready }),
    call('tables.writeBack', async (probe) => ({ batchId: await newestBatch(probe) })),
    call('tables.reveal', null),
    call('tables.close', null),
    call('tables.open', { connectionId, defaults: { ...defaults, image: [] } }, { of: 'closed' }),
  ]
}
