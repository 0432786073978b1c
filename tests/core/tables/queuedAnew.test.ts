import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { birds, startTablesCore, type TablesCore } from './tablesHarness'

const rows = 40
/** The same, recognised by a key. */
const keyed = (count: number): string =>
  ['key,prompt', ...Array.from({ length: count }, (_, at) => `k${at},a wren ${at}`)].join('\n')

const waiting = async ({ call }: TablesCore): Promise<number> =>
  (await call('queue.overview', { limit: 1 })).counts.waiting

async function cancel({ call }: TablesCore, batchId: string): Promise<number> {
  const { press } = await call('batches.cancel', { id: batchId })
  if (press === null) throw new Error('nothing was cancelled')
  return press
}

/** What a window's request is answered with, or why not. */
const outcome = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    () => failureCode(answer),
  )

describe('a cancelled table that is queued anew', () => {
  test.each([
    ['with keys', keyed(rows)],
    ['without keys', birds(rows)],
  ])('%s waits once, whenever in the meantime its cancel is taken back', async (_, table) => {
    for (const turns of [0, 4, 20, 60, 150]) {
      const core = await startTablesCore(temporaryFolder())
      await core.paste(table)
      const press = await cancel(core, (await core.enqueue()).batchId)
      await core.paste(table)
      const anew = outcome(core.enqueue())
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      const undone = outcome(core.call('presses.takeBack', { press }))
      await Promise.all([anew, undone])
      expect(await waiting(core), `after ${turns} turns`).toBe(rows)
      await core.core.stop()
    }
  })

  test('wanted again, it waits once too', async () => {
    const core = await startTablesCore(temporaryFolder())
    await core.paste(birds(rows))
    const press = await cancel(core, (await core.enqueue()).batchId)
    await core.paste(birds(rows))
    await core.change({ again: true })
    const anew = outcome(core.enqueue())
    while ((await core.call('tables.current', null))?.stage !== 'queueing') await nextTurn()
    expect(await core.call('presses.takeBack', { press })).toEqual({ done: 0, left: rows })
    expect(await anew).toBeNull()
    expect(await waiting(core)).toBe(rows)
  })

  test('while it is still being cancelled, waits whole, and stays so if that is taken back', async () => {
    const many = 130
    const core = await startTablesCore(temporaryFolder())
    await core.paste(keyed(many))
    const { batchId } = await core.enqueue()
    await core.paste(keyed(many))
    const cancelled = core.call('batches.cancel', { id: batchId })
    expect(await core.enqueue()).toMatchObject({ jobs: many, known: 0 })
    const { press } = await cancelled
    expect(await waiting(core)).toBe(many)
    expect(await core.call('presses.takeBack', { press: press ?? 0 })).toEqual({ done: 0, left: many })
    expect(await waiting(core)).toBe(many)
  })

  test.each(['while the first is at work', 'once the first is through'])(
    'meanwhile waits once, if another cancel is given %s, and both are taken back',
    async (when) => {
      const many = 130
      const core = await startTablesCore(temporaryFolder())
      await core.paste(keyed(many))
      const { batchId } = await core.enqueue()
      await core.paste(keyed(many))
      const cancelled = core.call('batches.cancel', { id: batchId })
      expect(await core.enqueue()).toMatchObject({ jobs: many, known: 0 })
      if (when === 'once the first is through') await cancelled
      const all = await core.call('queue.cancelWaiting', null)
      for (const { press } of [await cancelled, all])
        await core.call('presses.takeBack', { press: press ?? 0 })
      expect(await waiting(core)).toBe(many)
    },
  )
})

test('a row that waits again and another that no longer does are told apart, though there are as many as before', async () => {
  const core = await startTablesCore(temporaryFolder())
  const both = 'prompt\na wren\na heron\n'
  await core.paste(both)
  const { batchId } = await core.enqueue()
  const { rows: jobs } = await core.call('queue.waiting', { batchId, offset: 0, limit: 10 })
  async function cancelOne(at: number): Promise<number> {
    const { press } = await core.call('jobs.act', { ids: [jobs[at]?.id ?? ''], action: 'cancel' })
    return press ?? 0
  }
  const press = await cancelOne(0)
  expect((await core.paste(both)).counts).toMatchObject({ known: 1, toQueue: 1 })
  await Promise.all([cancelOne(1), core.call('presses.takeBack', { press })])
  const anew = await core.enqueue()
  const { rows: queued } = await core.call('queue.waiting', { batchId: anew.batchId, offset: 0, limit: 10 })
  expect(queued.map(({ request }) => request.prompt)).toEqual(['a heron'])
  expect(await waiting(core)).toBe(2)
})
