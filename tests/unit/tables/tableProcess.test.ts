import type { OpenTable } from '@shared/model/table'
import { type TableRequest, tableRequestSchema } from '@shared/processes/tables'
import { describe, expect, test } from 'vitest'
import type { Processes } from '../../../electron/core/ports'
import { createTableProcess } from '../../../electron/core/tables/tableProcess'
import { failureCode } from '../../support/failureCode'
import { createFakeClock } from '../../support/fakeClock'
import { tableSample } from '../../support/tableSamples'
import { memoryLogger } from '../../support/testPorts'

type Manner = 'answer' | 'die' | 'silence'

/** Processes that answer as set by a test; `asked` holds the kinds of requests to each, in order. */
function standIn(behave: (request: TableRequest, process: number) => Manner, ready = true) {
  const asked: TableRequest['kind'][][] = []
  const processes: Processes = {
    start() {
      const own: TableRequest['kind'][] = []
      asked.push(own)
      const number = asked.length
      let tell: (message: unknown) => void = () => {}
      let ended: (code: number | null) => void = () => {}
      let alive = true
      const end = () => {
        if (alive) ended(1)
        alive = false
      }
      queueMicrotask(() => (ready ? tell({ kind: 'ready' }) : end()))
      return {
        send(message) {
          const request = tableRequestSchema.parse(message)
          own.push(request.kind)
          const manner = behave(request, number)
          if (manner === 'die') setImmediate(end)
          if (manner === 'answer') setImmediate(() => alive && tell(answerOf(request)))
        },
        onMessage(listener) {
          tell = listener
        },
        onExit(listener) {
          ended = listener
        },
        kill: () => setImmediate(end),
        memory: () => null,
      }
    },
  }
  const tables: OpenTable[] = []
  const process = createTableProcess({
    processes,
    clock: createFakeClock(),
    logger: memoryLogger(),
    folder: '/tables',
    tableId: 'table',
    onTable: (table) => tables.push(table),
  })
  return { process, asked, tables }
}

function answerOf({ kind, id }: TableRequest): object {
  if (kind === 'cell') return { kind, id, value: 'whole' }
  return { kind: 'table', id, table: tableSample() }
}

const read: Omit<Extract<TableRequest, { kind: 'read' }>, 'id'> = {
  kind: 'read',
  tableId: 'table',
  name: 'birds.csv',
  source: { text: 'prompt\na wren' },
  readAs: { encoding: null, header: null },
  settings: tableSample().settings,
  planning: { fullBackground: false },
}
const cell = { kind: 'cell', row: 1, column: 0 } as const

describe('the client of the table process', () => {
  test('starts it with the first request, and passes on each announced table', async () => {
    const { process, asked, tables } = standIn(() => 'answer')
    expect(asked).toEqual([])
    await process.ask('table', read)
    expect((await process.ask('cell', cell)).value).toBe('whole')
    expect(asked).toEqual([['read', 'cell']])
    expect(tables).toHaveLength(1)
  })

  test('opens the table of an earlier run before it sends any other request', async () => {
    const { process, asked } = standIn(() => 'answer')
    await Promise.all([process.ask('cell', cell), process.ask('cell', cell)])
    expect(asked).toEqual([['reopen', 'cell', 'cell']])
  })

  test('starts another when it died, and repeats the requests that were under way', async () => {
    const { process, asked } = standIn(({ kind }, number) =>
      kind === 'cell' && number === 1 ? 'die' : 'answer',
    )
    await process.ask('table', read)
    expect((await process.ask('cell', cell)).value).toBe('whole')
    expect(asked).toEqual([
      ['read', 'cell'],
      ['reopen', 'cell'],
    ])
  })

  test.each(['read', 'cell', 'reopen'] as const)(
    'reports the table as too large when it dies of %s twice',
    async (of) => {
      const { process, asked } = standIn(({ kind }) => (kind === of ? 'die' : 'answer'))
      const outcome = of === 'read' ? process.ask('table', read) : process.ask('cell', cell)
      expect(await failureCode(outcome)).toBe('tableTooLarge')
      expect(asked.filter((kinds) => kinds.includes(of))).toHaveLength(2)
    },
  )

  test('blames no table for a process that never starts', async () => {
    const { process, asked } = standIn(() => 'answer', false)
    expect(await failureCode(process.ask('table', read))).toBe('internal')
    expect(asked).toEqual([[], []])
  })

  test('answers nothing more once it is stopped', async () => {
    const { process } = standIn(() => 'silence')
    const open = failureCode(process.ask('table', read))
    await process.stop()
    expect(await open).toBe('tableClosed')
    expect(await failureCode(process.ask('cell', cell))).toBe('tableClosed')
  })
})
