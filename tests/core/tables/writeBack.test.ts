import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenTable, TableDefaults } from '@shared/model/table'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Call } from '../../support/call'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'

const defaults: TableDefaults = { model: 'sketch-1', size: '', n: 1, mode: 'background', image: [] }

/** The open table, once it can be queued. */
const openTable = (call: Call): Promise<OpenTable> =>
  eventually(async () => {
    const table = await call('tables.current', null)
    return table?.stage === 'ready' ? table : null
  })

const allEnded = (call: Call) =>
  eventually(
    async () => {
      const { counts } = await call('queue.overview', { limit: 1 })
      return counts.waiting + counts.running === 0
    },
    { what: 'the end of all jobs' },
  )

const rowsOf = async (path: string): Promise<readonly Readonly<Record<string, string>>[]> =>
  parse(await readFile(path, 'utf16le'), { columns: true, delimiter: ';', bom: true })

test('a batch is written back as its original table; reopened, only what was added is queued', async () => {
  const folder = temporaryFolder()
  const source = join(folder, 'chairs.csv')
  const results = join(folder, 'results.csv')
  const table =
    '\ufeffname;prompt;n\r\noak;"a chair; ""oak""";2\r\n=1+1;a chair [refuse 1];\r\nlate;a chair too many;x\r\n'
  await writeFile(source, table, 'utf16le')
  const { call, ports } = await startCore(folder)
  const origin = { connectionId: (await call('connections.useDemo', null)).id, defaults }

  ports.chosenFile = source
  await call('tables.open', origin)
  expect((await openTable(call)).counts).toMatchObject({ rows: 3, wrong: 1, toQueue: 2 })
  const { batchId } = await call('tables.enqueue', { onlyRight: true, first: false })
  expect(await call('tables.writeBack', { batchId })).toEqual({ outcome: 'closed' })
  await allEnded(call)

  ports.savedFile = results
  expect(await call('tables.writeBack', { batchId })).toEqual({
    outcome: 'written',
    file: results,
    rows: 3,
    insteadOf: null,
  })
  expect(ports.offered).toEqual(['chairs results.csv', 'chairs results.csv'])
  expect(await readFile(source, 'utf16le')).toBe(table)
  await call('tables.reveal', null)
  expect(ports.opened).toEqual([results])
  const [oak, refused, late] = await rowsOf(results)
  expect(oak).toMatchObject({ name: 'oak', prompt: 'a chair; "oak"', n: '2', status: 'done', error: '' })
  const files = oak?.file?.split(' | ') ?? []
  expect(files.map((file) => existsSync(file))).toEqual([true, true])
  expect(oak?.task_id?.split(' | ')).toHaveLength(2)
  expect(refused).toMatchObject({ name: '=1+1', n: '', status: 'failed', file: '' })
  expect(refused?.error).not.toBe('')
  expect(late).toMatchObject({ n: 'x', status: 'not queued', task_id: '' })

  const longer = `${await readFile(results, 'utf16le')}elm;a chair of elm;;;;;;\r\n`
  await writeFile(source, longer, 'utf16le')
  await call('tables.open', origin)
  const { counts } = await openTable(call)
  expect(counts).toMatchObject({ rows: 4, wrong: 1, known: 1, toQueue: 2 })
  const later = await call('tables.enqueue', { onlyRight: true, first: false })
  expect(later).toMatchObject({ jobs: 2, known: 1 })
  await allEnded(call)
  await call('tables.writeBack', { batchId: later.batchId })
  const again = await rowsOf(results)
  expect(again[0]).toEqual(oak)
  expect(again.map(({ status }) => status)).toEqual(['done', 'failed', 'not queued', 'done'])
})

test('a batch from the form has no table to write, and nothing to show', async () => {
  const { call, ports } = await startCore(temporaryFolder())
  const { id } = await call('connections.useDemo', null)
  const draft = { ...defaults, n: 1, prompt: 'a chair' }
  const { batchId } = await call('jobs.enqueue', { connectionId: id, draft, first: false })
  expect(await failureCode(call('tables.writeBack', { batchId }))).toBe('batchWithoutTable')
  expect(await failureCode(call('tables.reveal', null))).toBe('rowMissing')
  expect(ports.offered).toEqual([])
})
