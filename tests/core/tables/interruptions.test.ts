import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CoreProgram, coreProgram } from '../../support/coreProgram'
import { demoPosts } from '../../support/demoJournal'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { fallTwice } from '../../support/fallenStarts'
import { startKillableCore } from '../../support/killableCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { birds, startTablesCore, type TablesCore, tableHand } from './tablesHarness'

/** Its first half is queued: two answers of the rows of a part, which is more than is removed at once. */
const long = 40
const half = { plans: 2 }
const isHalfQueued = async ({ current }: Pick<TablesCore, 'current'>): Promise<boolean> => {
  const { stage, progress } = await current()
  return stage === 'queueing' && progress.done === long / 2
}

describe('a table that is being queued', () => {
  test('is withdrawn completely when it is closed halfway', async () => {
    const core = await startTablesCore(temporaryFolder(), half)
    await core.paste(birds(long))
    const outcome = failureCode(core.enqueue())
    await eventually(() => isHalfQueued(core))
    expect((await core.call('queue.overview', { limit: 10 })).counts.waiting).toBe(0)
    expect(await failureCode(core.edit(1, 0, 'a heron'))).toBe('tableUnready')
    expect(await failureCode(core.call('tables.select', { which: { rows: [1] }, selected: false }))).toBe(
      'tableUnready',
    )
    expect(await failureCode(core.enqueue())).toBe('tableUnready')
    expect(await failureCode(core.paste('a heron'))).toBe('tableUnready')
    await core.call('tables.close', null)
    expect(await outcome).toBe('tableClosed')
    await core.paste(birds(2))
    expect((await core.current()).counts).toMatchObject({ known: 0, toQueue: 2 })
    expect(await core.enqueue()).toMatchObject({ jobs: 2 })
  })

  test('is left to the next run if the app ends, which withdraws it and still has the table', async () => {
    const folder = temporaryFolder()
    const first = await startTablesCore(folder, half)
    const { id } = await first.paste(birds(long))
    const outcome = failureCode(first.enqueue())
    await eventually(() => isHalfQueued(first))
    await first.core.stop()
    expect(await outcome).toBe('tableClosed')
    const core = await startTablesCore(folder)
    expect(await core.ready()).toMatchObject({ id, counts: { known: 0, toQueue: long } })
    expect(await core.enqueue()).toMatchObject({ jobs: long, known: 0 })
    expect((await core.call('queue.overview', { limit: 1 })).counts.waiting).toBe(long)
  })
})

test('a table that ended starts is not opened again before a retry, and is there afterwards', async () => {
  const folder = temporaryFolder()
  const first = await startTablesCore(folder)
  const { id } = await first.paste(birds(3))
  await first.core.stop()
  fallTwice(join(folder, 'profile'), ['table', id])

  const { core, call, events } = await startTablesCore(folder)
  expect(await call('tables.current', null)).toBeNull()
  const { notices } = await call('app.snapshot', null)
  expect(notices).toMatchObject([{ error: { code: 'startLeftOut', params: { work: 'table' } } }])
  await call('app.tryLeftOut', null)
  expect(await call('tables.current', null)).toMatchObject({ id })
  await eventually(() => events.some(({ event, payload }) => event === 'tables.changed' && payload !== null))
  await core.stop()
})

test('a table whose batch ended starts is not opened again, and can be queued after a retry', async () => {
  const folder = temporaryFolder()
  const first = await startTablesCore(folder, half)
  const { id } = await first.paste(birds(long))
  const outcome = failureCode(first.enqueue())
  await eventually(() => isHalfQueued(first))
  await first.core.stop()
  expect(await outcome).toBe('tableClosed')
  fallTwice(join(folder, 'profile'), ['batch', id])

  const { core, call, ready, enqueue } = await startTablesCore(folder)
  expect(await call('tables.current', null)).toBeNull()
  const { notices } = await call('app.snapshot', null)
  expect(notices).toMatchObject([{ error: { code: 'startLeftOut', params: { work: 'batch' } } }])
  await call('app.tryLeftOut', null)
  expect(await ready()).toMatchObject({ id, counts: { known: 0, toQueue: long } })
  expect(await enqueue()).toMatchObject({ batchId: id, jobs: long })
  await core.stop()
})

describe('a core that is killed', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts', [
      { module: 'shared/model/partSizes', by: 'tests/support/partSizes' },
    ])
  })

  async function start(
    folder: string,
    { paused = true, ...more }: { paused?: boolean; plans?: number; isReaderHeld?: boolean } = {},
  ) {
    const core = await startKillableCore(program, folder, { taskMs: 50, slots: 8, ...more })
    const { id } = await core.call('connections.useDemo', null)
    await core.call(paused ? 'queue.pause' : 'queue.resume', null)
    return { ...core, ...tableHand(core.call, id) }
  }

  const counts = async ({ call }: Awaited<ReturnType<typeof start>>) =>
    (await call('queue.overview', { limit: 1 })).counts

  test('while a table is read has none afterwards, and nothing of it', async () => {
    const folder = temporaryFolder()
    const first = await start(folder, { isReaderHeld: true })
    await first.call('tables.paste', { text: birds(300_000), ...first.origin })
    expect((await first.current()).stage).toBe('reading')
    await first.kill()
    const core = await start(folder)
    expect(await core.call('tables.current', null)).toBeNull()
    expect(readdirSync(join(folder, 'profile/tables'))).toEqual([])
    expect(await core.paste(birds(3))).toMatchObject({ counts: { toQueue: 3 } })
  })

  test('while a table is edited has it afterwards, with its edits', async () => {
    const folder = temporaryFolder()
    const first = await start(folder)
    const { id } = await first.paste(birds(3, { 2: 'big' }))
    await first.edit(2, 1, '64x64')
    await first.kill()
    const core = await start(folder)
    expect(await core.ready()).toMatchObject({ id, edited: true, counts: { wrong: 0, toQueue: 3 } })
  })

  test('while a table is queued has the table afterwards, and nothing of its batch', async () => {
    const folder = temporaryFolder()
    const first = await start(folder, half)
    const { id } = await first.paste(birds(long))
    const lost = first.enqueue().catch(() => 'lost')
    await eventually(() => isHalfQueued(first))
    await first.kill()
    expect(await lost).toBe('lost')
    const core = await start(folder)
    expect((await counts(core)).waiting).toBe(0)
    expect(await core.ready()).toMatchObject({ id, counts: { known: 0, toQueue: long } })
    expect(await core.enqueue()).toMatchObject({ batchId: id, jobs: long })
    expect((await counts(core)).waiting).toBe(long)
  })

  test('while a table’s batch runs finds no new row in the same table, and sends each row once', async () => {
    const folder = temporaryFolder()
    const first = await start(folder, { paused: false })
    await first.paste(birds(12))
    await first.enqueue()
    await eventually(async () => (await counts(first)).finished > 2, { what: 'a few that are finished' })
    await first.kill()
    const core = await start(folder, { paused: false })
    const again = await core.paste(birds(12))
    expect(again.counts).toMatchObject({ known: 12, toQueue: 0 })
    expect(await failureCode(core.enqueue())).toBe('tableEmpty')
    await eventually(
      async () => {
        const { finished, needsYou } = await counts(core)
        return finished + needsYou === 12
      },
      { what: 'the end of every job' },
    )
    const posts = await demoPosts(join(folder, 'profile'))
    expect(new Set(posts).size).toBe(posts.length)
    expect(posts.length).toBeLessThanOrEqual(12)
  })
})
