import type { Movable, Place, Priority } from '@shared/model/queue'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../electron/core/ports'
import { cases } from '../../../scripts/testRun/cases'
import { realClock } from '../../support/fakeClock'
import { noteStatements } from '../../support/statements'
import { completedTask, directImages, pendingTask, startLoopbackService } from './loopbackService'
import {
  connect,
  deliverAlways,
  draft,
  enqueue,
  only,
  openQueue,
  type QueueHarness,
  statesBecome,
} from './queueHarness'

/** A paused queue with a batch for each prompt given, with that many jobs. */
async function waiting(
  batches: Readonly<Record<string, number>>,
  { baseUrl = 'https://service.test', clock }: { readonly baseUrl?: string; readonly clock?: Clock } = {},
) {
  const harness = await openQueue(clock === undefined ? {} : { clock })
  harness.queue.pause()
  const connection = await connect(harness, baseUrl, { backgroundSlots: 1 })
  const ids = Object.fromEntries(
    Object.entries(batches).map(([prompt, n]) => [prompt, enqueue(harness, connection, { prompt, n })]),
  )
  const id = (prompt: string): string => ids[prompt] ?? prompt
  return { harness, connection, id, place: placing(harness, id) }
}

function placing({ queue }: QueueHarness, id: (prompt: string) => string) {
  return (prompt: string, to: 'top' | 'up' | 'down' | 'bottom' | 'before' | 'after', other = '') =>
    queue.place('batch', id(prompt), to === 'before' || to === 'after' ? { to, id: id(other) } : { to })
}

function shownBatches({ queue }: QueueHarness): readonly string[] {
  return queue.overview(500).waiting.map(({ name }) => name)
}

function shownJobs({ queue }: QueueHarness, batchId: string): readonly string[] {
  return queue.waiting({ batchId, offset: 0, limit: 500 }).rows.map(({ id }) => id)
}

/** What a paused queue would send, in order, from the head of the first batch. */
function sendingOrder({ db }: QueueHarness): readonly string[] {
  return db
    .all<{ id: string }>("SELECT id FROM jobs WHERE state = 'queued' ORDER BY priority DESC, position, id")
    .map(({ id }) => id)
}

describe('the order of batches', () => {
  test('changes by steps, to either end, and to a place beside another', async () => {
    const { harness, place } = await waiting({ a: 2, b: 3, c: 1, d: 2 })
    const becomes = (text: string) => expect(shownBatches(harness).join('')).toBe(text)
    expect(await place('c', 'up')).toEqual({ at: 2, of: 4 })
    becomes('acbd')
    expect(await place('a', 'down')).toEqual({ at: 2, of: 4 })
    becomes('cabd')
    expect(await place('d', 'top')).toEqual({ at: 1, of: 4 })
    becomes('dcab')
    expect(await place('c', 'bottom')).toEqual({ at: 4, of: 4 })
    becomes('dabc')
    expect(await place('c', 'before', 'a')).toEqual({ at: 2, of: 4 })
    becomes('dcab')
    expect(await place('d', 'after', 'a')).toEqual({ at: 3, of: 4 })
    becomes('cadb')
  })

  test('stays the same where there is nowhere to go', async () => {
    const { harness, place } = await waiting({ a: 2, b: 2 })
    const before = sendingOrder(harness)
    expect(await place('a', 'up')).toEqual({ at: 1, of: 2 })
    await place('a', 'top')
    await place('b', 'down')
    await place('b', 'bottom')
    await place('b', 'after', 'gone')
    await place('a', 'before', 'a')
    expect(await harness.queue.place('batch', 'gone', { to: 'down' })).toBeNull()
    expect(sendingOrder(harness)).toEqual(before)
  })

  test('follows priority first, and a batch placed beside another takes its priority', async () => {
    const { harness, id, place } = await waiting({ a: 2, b: 2, c: 2 })
    await harness.queue.prioritize(id('c'), 'high')
    await harness.queue.prioritize(id('a'), 'low')
    const shown = () => harness.queue.overview(9).waiting.map(({ name, priority }) => [name, priority])
    expect(shown()).toEqual([
      ['c', 'high'],
      ['b', 'normal'],
      ['a', 'low'],
    ])
    await place('a', 'top')
    await place('b', 'bottom')
    expect(shown()).toEqual([
      ['a', 'high'],
      ['c', 'high'],
      ['b', 'normal'],
    ])
  })

  test('has what was queued first before everything; the rest goes behind normal priority', async () => {
    const { harness, connection, id, place } = await waiting({ a: 2, b: 2 })
    await harness.queue.prioritize(id('b'), 'high')
    await place('a', 'bottom')
    harness.queue.enqueue(connection.id, draft({ prompt: 'first' }), { first: true })
    harness.queue.enqueue(connection.id, draft({ prompt: 'last' }), { first: false })
    expect(shownBatches(harness)).toEqual(['first', 'b', 'a', 'last'])
  })
})

test('has a retried job behind all others of the original’s priority', async () => {
  const { harness, id } = await waiting({ a: 2, b: 1 })
  await harness.queue.prioritize(id('a'), 'high')
  const [failed = '', other = ''] = shownJobs(harness, id('a'))
  harness.db.run("UPDATE jobs SET state = 'failed', ended_at = 1 WHERE id = :failed", { failed })
  harness.db.run("UPDATE items SET state = 'failed' WHERE job_id = :failed", { failed })
  expect(await harness.queue.act([failed], 'retryAsNew')).toBe(1)
  const [first, anew = '', last] = sendingOrder(harness)
  expect([first, last]).toEqual([other, only(shownJobs(harness, id('b')))])
  expect(harness.queue.find(anew)).toMatchObject({ batchId: id('a'), state: 'queued' })
})

describe('the order of the jobs of a batch', () => {
  test('changes within the batch by steps, and one job goes before everything else', async () => {
    const { harness, id } = await waiting({ a: 1, b: 4 })
    const [one = '', two = '', three = '', four = ''] = shownJobs(harness, id('b'))
    const move = (job: string, place: Place) => harness.queue.place('job', job, place)
    expect(await move(one, { to: 'down' })).toEqual({ at: 2, of: 4 })
    expect(await move(four, { to: 'before', id: two })).toEqual({ at: 1, of: 4 })
    expect(shownJobs(harness, id('b'))).toEqual([four, two, one, three])
    expect(shownBatches(harness)).toEqual(['a', 'b'])
    expect(await move(three, { to: 'top' })).toEqual({ at: 1, of: 4 })
    expect(shownBatches(harness)).toEqual(['b', 'a'])
    expect(sendingOrder(harness)[0]).toBe(three)
    expect(harness.queue.overview(9).waiting.map(({ name, isApart }) => [name, isApart])).toEqual([
      ['b', true],
      ['a', false],
    ])
  })

  test('is read in windows', async () => {
    const { harness, id } = await waiting({ a: 30, b: 1 })
    const window = harness.queue.waiting({ batchId: id('a'), offset: 25, limit: 10 })
    expect(window).toMatchObject({ total: 30, revision: harness.changes.revision('queue') })
    expect(window.rows.map((job) => job.id)).toEqual(sendingOrder(harness).slice(25, 30))
    expect(harness.queue.waiting({ batchId: 'gone', offset: 0, limit: 10 })).toMatchObject({
      total: 0,
      rows: [],
    })
  })
})

interface Move {
  readonly kind: Movable
  readonly which: number
  readonly other: number
  readonly to: Place['to'] | Priority
}

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom<Movable>('batch', 'job'),
  which: fc.nat(),
  other: fc.nat(),
  to: fc.constantFrom<Move['to']>('top', 'up', 'down', 'bottom', 'before', 'after', 'high', 'normal', 'low'),
})

test('whatever is moved, what is shown is what is sent, and nothing is lost or duplicated', async () => {
  const { harness, connection } = await waiting({ a: 3, b: 1, c: 4 })
  const { queue, db } = harness
  const pick = (ids: readonly string[], at: number): string => ids[at % ids.length] ?? ''
  const act = async ({ kind, which, other, to }: Move): Promise<void> => {
    const batches = queue.overview(500).waiting.map(({ id }) => id)
    const batch = pick(batches, which)
    if (to === 'high' || to === 'normal' || to === 'low') {
      await queue.prioritize(batch, to)
      return
    }
    const ids = kind === 'batch' ? batches : shownJobs(harness, batch)
    const place: Place = to === 'before' || to === 'after' ? { to, id: pick(ids, other) } : { to }
    await queue.place(kind, pick(ids, kind === 'batch' ? which : other >> 4), place)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), fc.boolean(), async (moves, first) => {
      queue.enqueue(connection.id, draft({ n: 2, prompt: 'more' }), { first })
      const before = sendingOrder(harness).toSorted()
      for (const one of moves) await act(one)
      const sent = sendingOrder(harness)
      expect(sent.toSorted()).toEqual(before)
      const batchOf = new Map(
        db
          .all<{ id: string; batch_id: string }>('SELECT id, batch_id FROM jobs')
          .map((row) => [row.id, row.batch_id]),
      )
      const shown = queue.overview(500).waiting.map(({ id }) => id)
      expect([...new Set(sent.map((id) => batchOf.get(id)))]).toEqual(shown)
      const runs = sent.map((id) => batchOf.get(id)).filter((batch, at, all) => batch !== all[at - 1])
      const isApart = queue.overview(500).waiting.some((batch) => batch.isApart)
      expect(isApart).toBe(runs.length > shown.length)
      for (const batch of shown)
        expect(shownJobs(harness, batch)).toEqual(sent.filter((id) => batchOf.get(id) === batch))
    }),
    { numRuns: cases(10, 200) },
  )
})

test('jobs of two batches at one position are shown in the order in which they are sent', async () => {
  const { harness, id } = await waiting({ b: 1, a: 2 })
  const { queue, db } = harness
  db.run('UPDATE jobs SET position = iif(batch_id = :a, 1, 2)', { a: id('a') })
  const [, last = ''] = shownJobs(harness, id('a'))
  db.run('UPDATE jobs SET position = 2 WHERE id = :last', { last })
  const waitingBatches = queue.overview(10).waiting
  expect(waitingBatches.map((batch) => batch.id)).toEqual([id('a'), id('b')])
  expect(sendingOrder(harness).indexOf(last)).toBe(2)
  expect(waitingBatches[0]?.isApart).toBe(true)
})

test.each([
  { to: 'bottom', ahead: 1, expected: { at: 2, of: 2 } },
  { to: 'top', ahead: 150, expected: { at: 1, of: 2 } },
] as const)(
  'a batch goes to the $to when hundreds of its own jobs are already there',
  async ({ to, ahead, expected }) => {
    const { harness, id, place } = await waiting({ big: 151, a: 1 })
    const own = shownJobs(harness, id('big'))
    const [other = ''] = shownJobs(harness, id('a'))
    const behind = JSON.stringify(own.slice(ahead))
    harness.db.run(
      'UPDATE jobs SET position = position + 1000 WHERE id IN (SELECT value FROM json_each(:behind))',
      { behind },
    )
    expect(sendingOrder(harness).indexOf(other)).toBe(ahead)
    expect(await place('big', to)).toEqual(expected)
    expect(sendingOrder(harness)).toEqual(to === 'top' ? [...own, other] : [other, ...own])
  },
)

test('positions are renumbered in the same order when they run out', async () => {
  const { harness, id } = await waiting({ a: 3 })
  const jobs = shownJobs(harness, id('a'))
  const [one = '', two = '', three = ''] = jobs
  // Each swap halves the gap behind the first.
  for (let swaps = 0; swaps < 200; swaps++) {
    await harness.queue.place('job', swaps % 2 === 0 ? three : two, { to: 'after', id: one })
  }
  expect(shownJobs(harness, id('a'))).toEqual([one, two, three])
})

describe('what is sent', () => {
  test('goes in the order shown, with batches mixed', async () => {
    const service = await startLoopbackService()
    service.onPost = (_, count) => completedTask(`task-${count}`)
    const { harness, connection, id, place } = await waiting(
      { a: 4, b: 3, c: 2 },
      { baseUrl: service.baseUrl },
    )
    deliverAlways(harness)
    await place('c', 'before', 'b')
    const last = shownJobs(harness, id('b')).at(-1) ?? ''
    await harness.queue.place('job', last, { to: 'top' })
    await harness.queue.prioritize(id('a'), 'low')
    harness.queue.enqueue(connection.id, draft({ prompt: 'now' }), { first: true })
    const shown = sendingOrder(harness)
    harness.queue.resume()
    await statesBecome(harness, { done: 10 })
    expect(service.posts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(shown)
  })

  test('keeps order among background and among direct requests; the one shown first makes the only trial', async () => {
    const service = await startLoopbackService()
    service.onPost = ({ body }) => (body.async === true ? pendingTask('t') : directImages(1))
    service.onPoll = (task) => completedTask(task)
    const { harness, connection } = await waiting({ background: 1 }, { baseUrl: service.baseUrl })
    deliverAlways(harness)
    enqueue(harness, connection, { prompt: 'direct', mode: 'direct' })
    // After the breaker tripped, one trial goes first, and its answer lets the others go.
    harness.db.run('UPDATE connections SET breaker_count = 3')
    harness.queue.resume()
    await statesBecome(harness, { done: 2 })
    expect(service.posts.map(({ body }) => body.prompt)).toEqual(['background', 'direct'])
  })
})

describe('very many waiting jobs', () => {
  test('are moved in parts, several jobs at a time', async () => {
    // Turns are as long as a machine has time for. Here each is as long as any.
    const { harness, connection } = await waiting({ a: 1 }, { clock: { ...realClock, monotonic: () => 0 } })
    const many = enqueue(harness, connection, { n: 700, prompt: 'many' })
    const before = sendingOrder(harness)
    const move = () => harness.queue.place('batch', many, { to: 'top' })
    const { statements, transactions } = await noteStatements(harness.db, async () => {
      expect(await move()).toEqual({ at: 1, of: 2 })
    })
    expect(statements.length).toBeLessThan(700)
    expect(transactions).toBeLessThan(100)
    expect(sendingOrder(harness)).toEqual([...before.slice(1), before[0]])
    expect(await move()).toEqual({ at: 1, of: 2 })
    expect(harness.queue.waiting({ batchId: many, offset: 690, limit: 100 })).toMatchObject({
      total: 700,
    })
  })
})
