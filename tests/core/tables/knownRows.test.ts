import { connectionDefaults } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { birds, startTablesCore, type TablesCore } from './tablesHarness'

/** Numbers of the known rows, and how each is known. */
const known = async ({ rows }: TablesCore) =>
  (await rows({ show: 'known' })).map(({ row, known }) => [row, known?.by])

describe('rows that were queued before', () => {
  test('are left out when the same file comes again, including those edited before they were queued', async () => {
    const core = await startTablesCore(temporaryFolder())
    const file = birds(4, { 2: 'big' })
    await core.open('birds.csv', file)
    await core.edit(2, 1, '64x64')
    const { batchId } = await core.enqueue()

    const again = await core.open('birds.csv', file)
    expect(again.counts).toMatchObject({ rows: 4, known: 4, selectedWrong: 0, toQueue: 0 })
    expect(await core.rows({ show: 'known' })).toMatchObject([
      { row: 1, known: { by: 'content', batchId, batchName: 'birds' } },
      { row: 2 },
      { row: 3 },
      { row: 4 },
    ])
    expect(await failureCode(core.enqueue())).toBe('tableEmpty')
  })

  test('are queued again when the user wants them again', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(2))
    await core.enqueue()
    await core.paste(birds(3))
    expect((await core.current()).counts).toMatchObject({ known: 2, toQueue: 1 })
    await core.change({ again: true })
    expect(await core.enqueue()).toMatchObject({ jobs: 3, known: 0 })
  })

  test('are left out beside new ones, and counted', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(2))
    await core.enqueue()
    await core.paste(birds(5))
    expect(await core.enqueue()).toMatchObject({ jobs: 3, known: 2 })
  })

  test('are known only by their key if they have one', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste('key,prompt\na,a wren\nb,a heron\n')
    await core.enqueue()
    await core.paste('key,prompt\nb,a heron that was written anew\nc,a wren\n,a wren\n')
    expect(await known(core)).toEqual([
      [1, 'key'],
      [3, 'content'],
    ])
  })

  test('are known again after an edit that restores them, and no longer after one that does not', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste('key,prompt\na,a wren\n')
    await core.enqueue()
    await core.paste('key,prompt\na,a wren\nb,a heron\n')
    expect(await core.edit(2, 0, 'a')).toMatchObject({ known: { by: 'key' } })
    expect(await core.edit(1, 0, 'c')).toMatchObject({ known: null })
    expect(await known(core)).toEqual([[2, 'key']])
  })

  test('are new again once their jobs were cancelled, even while the table is open', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(3))
    const { batchId } = await core.enqueue()
    await core.paste(birds(3))
    expect((await core.current()).counts).toMatchObject({ known: 3 })
    await core.call('batches.cancel', { id: batchId })
    await eventually(async () => (await core.current()).counts.known === 0, { what: 'no row that is known' })
    expect(await core.enqueue()).toMatchObject({ jobs: 3, known: 0 })
  })

  test('are looked up once more before anything is queued', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(3))
    const { batchId } = await core.enqueue()
    await core.paste(birds(3))
    await core.call('batches.cancel', { id: batchId })
    expect(await core.enqueue()).toMatchObject({ jobs: 3, known: 0 })
  })

  test('stay cancelled if their cancel is taken back after they were queued anew, by content or by key', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.call('queue.pause', null)
    await core.paste('key,prompt\na,a wren\nb,a heron\n,a crane\n,a swan\n')
    const { batchId } = await core.enqueue()
    const { press } = await core.call('batches.cancel', { id: batchId })
    await core.paste('key,prompt\nb,a heron that was written anew\n,a crane\n')
    expect(await core.enqueue()).toMatchObject({ jobs: 2, known: 0 })
    expect(await core.call('presses.takeBack', { press: press ?? 0 })).toEqual({ done: 2, left: 2 })
    const { rows } = await core.call('queue.waiting', { batchId, offset: 0, limit: 9 })
    expect(rows.map(({ request }) => request.prompt)).toEqual(['a wren', 'a swan'])
  })

  test('are known only on the connection they were queued on', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(2))
    await core.enqueue()
    const { id } = await core.call('connections.save', {
      id: null,
      draft: { ...connectionDefaults, models: [], name: 'Studio', baseUrl: 'https://studio.example' },
      apiKey: 'sk-1',
    })
    await core.paste(birds(2))
    expect((await core.current()).counts.known).toBe(2)
    expect((await core.change({ connectionId: id })).counts).toMatchObject({ known: 0, toQueue: 2 })
    expect((await core.change({ connectionId: core.connectionId })).counts).toMatchObject({ known: 2 })
  })

  test('are still known after their job was edited in the queue', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(1))
    const { batchId } = await core.enqueue()
    const { rows } = await core.call('queue.waiting', { batchId, offset: 0, limit: 1 })
    const draft = { prompt: 'a heron', model: 'aurora-2', size: '', n: 1, image: [] }
    await core.call('jobs.edit', { id: rows[0]?.id ?? '', draft: { ...draft, mode: 'background' } })
    expect((await core.paste(birds(1))).counts.known).toBe(1)
  })

  test('whose job failed are new again, until it is retried', async () => {
    const core = await startTablesCore(temporaryFolder())
    const table = 'a wren\na heron [refuse]\n'
    await core.paste(table, { mode: 'direct' })
    await core.enqueue()
    await core.call('queue.resume', null)
    const { finished } = await eventually(async () => {
      const overview = await core.call('queue.overview', { limit: 10 })
      return overview.finished.length === 2 ? overview : null
    })
    await core.paste(table, { mode: 'direct' })
    expect(await known(core)).toEqual([[1, 'content']])

    await core.call('queue.pause', null)
    const failed = finished.find(({ state }) => state === 'failed')
    await core.call('jobs.act', { ids: [failed?.id ?? ''], action: 'retryAsNew' })
    await eventually(async () => (await core.current()).counts.known === 2, {
      what: 'a row that is known again',
    })
  })
})
