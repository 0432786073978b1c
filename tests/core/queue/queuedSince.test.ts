import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPressRows } from '../../../electron/core/queue/rows/pressRows'
import { sameAs } from '../../../electron/core/queue/rows/queuedAnew'
import { openBench } from './bench'
import { callOf, pressOf } from './pressed'
import { connect, enqueue, states } from './queueHarness'

/** A paused queue, and many requests: those of one name are the same ones each time. */
async function open() {
  const bench = await openBench()
  const { db, queue } = bench
  queue.pause()
  const connection = await connect(bench, 'https://service.test')
  const textOf = (name: string, at: number): string => `${name} ${at}`
  const many = (name: string, count: number): string => {
    const texts = Array.from({ length: count }, (_, at) => textOf(name, at))
    return enqueue(bench, connection, { prompt: `{${texts.join('|')}}` })
  }
  /** The same in parts, half of which is written. */
  function begin(id: string, name: string, count: number) {
    const batch = queue.beginBatch({ id, connectionId: connection.id, jobs: 2 * count, first: false })
    const request = (at: number) => ({ model: 'm', prompt: textOf(name, at) })
    const jobs = Array.from({ length: count }, (_, at) => ({
      ...{ mode: 'background' as const, request: request(at), images: 1, row: null, name: null },
    }))
    db.transaction(() => batch.add(jobs))
    return { batch, jobs }
  }
  function giveUp(id: string): void {
    for (let isGone = false; !isGone; ) isGone = queue.removeHalfWritten(id, 100)
  }
  const fern = (n: number): string => enqueue(bench, connection, { prompt: 'a fern', n })
  return { ...bench, call: callOf(bench), many, fern, begin, giveUp }
}

test('each request that is queued anew during a long cancel takes the place of one', async () => {
  const { call, fern } = await open()
  const cancelled = call('batches.cancel', { id: fern(60) })
  fern(2)
  const press = pressOf(await cancelled)
  expect(await call('presses.takeBack', { press })).toEqual({ done: 58, left: 2 })
})

test('equal requests come back that were cancelled while another batch was half written', async () => {
  const { call, fern, begin } = await open()
  begin('other', 'moss', 2)
  const id = fern(10)
  fern(3)
  const press = pressOf(await call('batches.cancel', { id }))
  expect(await call('presses.takeBack', { press })).toEqual({ done: 10, left: 0 })
})

test('what is queued anew under the numbers of a batch that was given up is known', async () => {
  const bench = await open()
  const { call, many, begin, giveUp } = bench
  const rows = 200
  const cancelled = call('batches.cancel', { id: many('fern', rows) })
  begin('other', 'moss', 300)
  const before = states(bench).cancelled
  while (states(bench).cancelled === before) await nextTurn()
  giveUp('other')
  many('fern', rows)
  const press = pressOf(await cancelled)
  await call('presses.takeBack', { press })
  expect(states(bench)).toEqual({ cancelled: rows, queued: rows })
})

test('what was queued anew twice stays so, if the first of them is given up', async () => {
  const bench = await open()
  const { call, many, begin, giveUp } = bench
  const press = pressOf(await call('batches.cancel', { id: many('fern', 3) }))
  begin('again', 'fern', 3)
  many('fern', 3)
  giveUp('again')
  await call('presses.takeBack', { press })
  expect(states(bench)).toEqual({ cancelled: 3, queued: 3 })
})

test('what is judged in a transaction that fails is judged alike when that is repeated', async () => {
  const { db, fern } = await open()
  fern(1)
  const pressRows = createPressRows(db)
  pressRows.begin(1)
  fern(1)
  const job = db.get<Parameters<typeof sameAs>[0] & { readonly id: string }>(
    'SELECT id, connection_id AS connectionId, mode, request_json AS request FROM jobs ORDER BY rowid LIMIT 1',
  )
  if (job === undefined) throw new Error('no request waits')
  const record = () => pressRows.add(1, [{ jobId: job.id, before: '{}', after: '{}', same: sameAs(job) }])
  const fail = (): never => {
    throw new Error('the disk is full')
  }
  expect(() => db.transaction(() => [record(), fail()])).toThrow('the disk is full')
  db.transaction(record)
  expect(pressRows.of(1, 0, 9).map(({ stands }) => stands)).toEqual([false])
})
