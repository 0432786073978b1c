import { mkdir, readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { birds, startTablesCore } from './tablesHarness'

const waiting = async ({ call }: Pick<Awaited<ReturnType<typeof startTablesCore>>, 'call'>) =>
  (await call('queue.overview', { limit: 10 })).waiting

describe('a table', () => {
  test('of 200 rows, two of them faulty, is fixed and queued as one batch named after its file', async () => {
    const core = await startTablesCore(temporaryFolder())
    const table = await core.open('birds of mine.csv', birds(200, { 7: 'big', 120: '1024-1024' }))
    expect(table).toMatchObject({
      name: 'birds of mine.csv',
      columns: ['prompt', 'size'],
      counts: { rows: 200, wrong: 2, known: 0, selectedWrong: 2, toQueue: 198 },
      problem: null,
    })
    expect(await failureCode(core.enqueue())).toBe('tableRowsWrong')
    expect(await waiting(core)).toEqual([])

    expect((await core.rows({ show: 'wrong' })).map(({ row }) => row)).toEqual([7, 120])
    expect(await core.edit(7, 1, '')).toMatchObject({ row: 7, errors: [] })
    await core.edit(120, 1, '1024x1024')
    const { batchId, ...queued } = await core.enqueue()
    expect(queued).toEqual({ name: 'birds of mine', jobs: 200, images: 200, known: 0 })
    expect(await waiting(core)).toMatchObject([{ id: batchId, jobs: 200, waiting: 200 }])
    expect(await core.call('tables.current', null)).toBeNull()

    const { rows } = await core.call('queue.waiting', { batchId, offset: 0, limit: 500 })
    expect(rows.map(({ request }) => request.prompt)).toEqual(
      Array.from({ length: 200 }, (_, at) => `a wren, number ${at + 1}`),
    )
  })

  test('is queued without its faulty rows on request, and refused when nothing is left', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(3, { 2: 'big' }))
    expect(await core.enqueue({ onlyRight: true })).toMatchObject({ jobs: 2 })
    await core.paste(birds(2, { 1: 'big', 2: 'big' }))
    expect(await failureCode(core.enqueue({ onlyRight: true }))).toBe('tableEmpty')
    await core.paste(birds(1))
    await core.call('tables.select', { which: { rows: [1] }, selected: false })
    expect(await failureCode(core.enqueue())).toBe('tableEmpty')
  })

  test('is queued although the disk keeps its files, which the next one removes', async () => {
    const core = await startTablesCore(temporaryFolder())
    const { id } = await core.paste(birds(2))
    const kept = join(core.ports.places.profile, 'tables', `${id}.db-kept`)
    await mkdir(kept)
    expect(await core.enqueue()).toMatchObject({ jobs: 2 })
    expect(await waiting(core)).toMatchObject([{ jobs: 2 }])
    await rmdir(kept)
    await core.paste('a heron in the reeds\n')
    expect(await core.enqueue()).toMatchObject({ jobs: 1 })
    expect(await readdir(dirname(kept))).toEqual([])
  })

  test('that was pasted is named after its first prompt', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste('a heron in the reeds\na grebe with its young\n')
    expect(await core.enqueue()).toMatchObject({ name: 'a heron in the reeds', jobs: 2 })
  })

  test('makes the requests of each row, in its own mode: n jobs in Background, one of n images in Direct', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(
      [
        'prompt\tmode\tn\tsize\timage\tname',
        'a wren\tbackground\t3\t512x512\t\t',
        'a heron\tdirect\t2\t512x512\thttps://images.example/a.png\tGrey one',
        'a grebe\t\t\t\t\t',
      ].join('\n'),
    )
    const { batchId, ...queued } = await core.enqueue()
    expect(queued).toMatchObject({ jobs: 5, images: 6 })
    const { rows } = await core.call('queue.waiting', { batchId, offset: 0, limit: 10 })
    const model = 'aurora-2'
    expect(rows.map(({ mode, request, images, name }) => ({ mode, request, images, name }))).toEqual([
      ...[1, 2, 3].map(() => ({
        mode: 'background',
        request: { model, prompt: 'a wren' },
        images: 1,
        name: null,
      })),
      {
        mode: 'direct',
        request: { model, prompt: 'a heron', size: '512x512', n: 2, image: ['https://images.example/a.png'] },
        images: 2,
        name: 'Grey one',
      },
      { mode: 'background', request: { model, prompt: 'a grebe' }, images: 1, name: null },
    ])
  })

  test('is queued completely, however large its cells are', async () => {
    const core = await startTablesCore(temporaryFolder())
    const note = 'x'.repeat(400_000)
    const rows = Array.from({ length: 20 }, (_, at) => `a wren ${at},${note}`)
    await core.open('large.csv', `prompt,note\n${rows.join('\n')}\n`)
    const { batchId, ...queued } = await core.enqueue()
    expect(queued).toMatchObject({ jobs: 20 })
    core.ports.savedFile = join(core.ports.places.profile, 'written.csv')
    expect(await core.call('tables.writeBack', { batchId })).toMatchObject({ outcome: 'written', rows: 20 })
  })

  test('goes ahead of everything waiting when it is queued first', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(2))
    const behind = await core.enqueue()
    await core.paste('a heron\na grebe')
    const ahead = await core.enqueue({ first: true })
    expect((await waiting(core)).map(({ id }) => id)).toEqual([ahead.batchId, behind.batchId])
  })

  test('is not queued on a connection that was removed', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(2))
    await core.call('connections.remove', { id: core.connectionId })
    expect(await failureCode(core.enqueue())).toBe('connectionMissing')
  })
})
