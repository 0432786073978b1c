import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenTable, TableRow, TableSettings, TableView } from '@shared/model/table'
import {
  type PlannedRow,
  type RowIdentity,
  type TableAnswer,
  type TableRequest,
  tableAnswerSchema,
} from '@shared/processes/tables'
import { onTestFinished } from 'vitest'
import type { ChildChannel } from '../../../electron/core/ports'
import { childProcesses } from '../../support/childProcesses'
import { temporaryFolder } from '../../support/temporaryFolder'

type Answer = Exclude<TableAnswer, { readonly kind: 'ready' | 'progress' }>
type WithoutId<R> = R extends TableRequest ? Omit<R, 'id'> : never
type Ask = WithoutId<TableRequest>

export const settings: Omit<TableSettings, 'roles'> = {
  connectionId: 'connection',
  defaults: { model: 'aurora-2', size: '', n: 1, mode: 'background', image: [] },
  expand: false,
  again: false,
}
export const everything: TableView = { text: '', show: 'all', sort: null }
const planning = { fullBackground: false }
/** Nothing is chosen. */
export const readAs = { encoding: null, header: null }

/** The table process as the core talks to it, stopped at the end of the test. */
export interface TestTables {
  readonly folder: string
  /** Writes a file to be read; returns its path. */
  file(name: string, content: string | Uint8Array): string
  ask(ask: Ask): Promise<Answer>
  /** Sends a request without waiting; returns its id. */
  begin(ask: Ask): { readonly id: number; readonly answer: Promise<Answer> }
  stop(id: number): void
  read(source: { readonly path: string } | { readonly text: string }, tableId?: string): Promise<OpenTable>
  table(ask: Ask): Promise<OpenTable>
  rows(view?: Partial<TableView>, offset?: number, limit?: number): Promise<readonly TableRow[]>
  total(view: Partial<TableView>): Promise<number>
  cells(): Promise<readonly (readonly string[])[]>
  edit(row: number, column: number, value: string): Promise<TableRow>
  identities(): Promise<readonly RowIdentity[]>
  plan(): Promise<readonly PlannedRow[]>
  /** The progress reported in between. */
  readonly progress: readonly OpenTable[]
  /** Kills the process and starts another. */
  restart(): Promise<void>
  pid(): number
}

export async function startTables(): Promise<TestTables> {
  const folder = temporaryFolder()
  const kept = join(folder, 'kept')
  mkdirSync(kept)
  const processes = await childProcesses()
  onTestFinished(() => processes.stop())
  const waiting = new Map<number, (answer: Answer) => void>()
  const progress: OpenTable[] = []
  let channel: ChildChannel = start()
  let lastId = 0

  function start(): ChildChannel {
    const child = processes.start('tables', [kept])
    child.onMessage((message) => {
      const answer = tableAnswerSchema.parse(message)
      if (answer.kind === 'ready') return
      if (answer.kind === 'progress') return void progress.push(answer.table)
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    })
    return child
  }

  function begin(ask: Ask) {
    lastId += 1
    const id = lastId
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    channel.send({ ...ask, id } satisfies TableRequest)
    return { id, answer }
  }

  const ask = (request: Ask): Promise<Answer> => begin(request).answer

  async function of<K extends Answer['kind']>(kind: K, request: Ask): Promise<Extract<Answer, { kind: K }>> {
    const answer = await ask(request)
    if (!isOf(answer, kind)) throw new Error(`asked for ${kind}: ${JSON.stringify(answer).slice(0, 2000)}`)
    return answer
  }

  const window = (view: Partial<TableView>, offset: number, limit: number) =>
    of('rows', { kind: 'rows', view: { ...everything, ...view }, offset, limit })
  const table = async (request: Ask) => (await of('table', request)).table
  const rows = async (view: Partial<TableView> = {}, offset = 0, limit = 500) =>
    (await window(view, offset, limit)).rows

  return {
    folder,
    file(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    ask,
    begin,
    stop: (id) => channel.send({ kind: 'stop', id }),
    read: (source, tableId = 'table') =>
      table({ kind: 'read', tableId, name: 'name', source, readAs, settings, planning }),
    table,
    rows,
    total: async (view) => (await window(view, 0, 0)).total,
    cells: async () => (await rows()).map(({ cells }) => cells),
    edit: async (row, column, value) => (await of('row', { kind: 'edit', row, column, value })).row,
    identities: async () => (await of('identities', { kind: 'identities', after: 0, limit: 500 })).rows,
    plan: async () => (await of('plan', { kind: 'plan', after: 0, limit: 500, onlyRight: true })).rows,
    progress,
    async restart() {
      await processes.stop()
      channel = start()
    },
    pid: () => processes.running('tables')[0]?.pid ?? 0,
  }
}

function isOf<K extends Answer['kind']>(answer: Answer, kind: K): answer is Extract<Answer, { kind: K }> {
  return answer.kind === kind
}
