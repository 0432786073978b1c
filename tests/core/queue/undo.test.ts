import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { type Bench, calm, openBench } from './bench'
import { count, enqueueBig, finished } from './bigQueue'
import { expectCounted } from './countedRows'
import { type Call, callOf, pressOf, worldOf } from './pressed'
import { allJobs, connect, draft, enqueue, only, states } from './queueHarness'

interface Scene extends Bench {
  readonly call: Call
  readonly connectionId: string
  /** Of one request each: a, b and c. */
  readonly batches: readonly string[]
}

async function scene(): Promise<Scene> {
  const bench = await openBench()
  bench.queue.pause()
  const connection = await connect(bench, 'https://service.test')
  const batches = ['a', 'b', 'c'].map((prompt) => enqueue(bench, connection, { prompt }))
  return { ...bench, call: callOf(bench), connectionId: connection.id, batches }
}

const sendable = (prompt: string, changes: object = {}) => {
  const { variables: _, ...asked } = draft({ prompt, ...changes })
  return asked
}
const prompts = (one: Scene) =>
  one.db
    .all<{ prompt: string }>(
      `SELECT request_json ->> 'prompt' AS prompt FROM jobs WHERE state = 'queued'
       ORDER BY priority DESC, position, id`,
    )
    .map(({ prompt }) => prompt)
const edit = (one: Scene, id: string, prompt: string, changes: object = {}) =>
  one.call('jobs.edit', { id, draft: sendable(prompt, changes) })

describe('an action that is taken back', () => {
  const error = appError('connectionLost', { retry: 'maybeTwice' })

  async function uncertain(): Promise<Scene & { readonly id: string }> {
    const bench = await openBench()
    bench.client.onSubmit = () => ({ kind: 'uncertain', error })
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection)
    await calm()
    const { id } = only(allJobs(bench))
    return { ...bench, call: callOf(bench), connectionId: connection.id, batches: [], id }
  }

  test('leaves a job that was settled uncertain, and settles it again', async () => {
    const one = await uncertain()
    const before = worldOf(one)
    const press = pressOf(await one.call('jobs.act', { ids: [one.id], action: 'settle' }))
    expect(states(one)).toEqual({ failed: 1 })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 1, left: 0 })
    expect({ ...worldOf(one), batches: before.batches }).toEqual(before)
    expectCounted(one.db)
    expect(await one.call('presses.doAgain', { press })).toEqual({ done: 1, left: 0 })
    expect(only(allJobs(one))).toMatchObject({ state: 'failed', settledAt: one.clock.now() })
    expectCounted(one.db)
  })

  test('leaves alone a settled job whose request was queued anew since', async () => {
    const one = await uncertain()
    const press = pressOf(await one.call('jobs.act', { ids: [one.id], action: 'settle' }))
    one.queue.enqueue(one.connectionId, draft(), { first: false })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 0, left: 1 })
    expect(one.queue.find(one.id)).toMatchObject({ state: 'failed' })
  })

  test('leaves alone a settled job that was retried since', async () => {
    const one = await uncertain()
    const press = pressOf(await one.call('jobs.act', { ids: [one.id], action: 'settle' }))
    one.queue.pause()
    await one.call('jobs.act', { ids: [one.id], action: 'retryAsNew' })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 0, left: 1 })
    expect(states(one)).toEqual({ failed: 1, queued: 1 })
  })

  test('tells the user again why it stopped waiting', async () => {
    const one = await scene()
    one.queue.resume()
    await calm()
    const [job] = allJobs(one)
    one.db.run('UPDATE jobs SET attention_json = :error WHERE id = :id', {
      error: JSON.stringify(appError('taskOverdue', { retry: 'free' })),
      id: job?.id ?? '',
    })
    const stopped = await one.call('jobs.act', { ids: [job?.id ?? ''], action: 'stopWaiting' })
    expect(allJobs(one)[0]?.attention).toBeNull()
    await one.call('presses.takeBack', { press: pressOf(stopped) })
    expect(allJobs(one)[0]).toMatchObject({ attention: { code: 'taskOverdue' }, waitingStopped: false })
    expectCounted(one.db)
  })

  test('waits for a task again, or stops to, and announces the end of its batch when it ends', async () => {
    const one = await scene()
    one.queue.resume()
    await calm()
    const [job] = allJobs(one)
    const ids = [job?.id ?? '']
    const before = worldOf(one)
    const stopped = pressOf(await one.call('jobs.act', { ids, action: 'stopWaiting' }))
    await calm()
    const between = worldOf(one)
    const waited = pressOf(await one.call('jobs.act', { ids, action: 'waitAgain' }))
    await one.call('presses.takeBack', { press: waited })
    expect(worldOf(one)).toEqual(between)
    await one.call('presses.takeBack', { press: stopped })
    expect(worldOf(one)).toEqual(before)
    await one.call('presses.doAgain', { press: stopped })
    await calm()
    expect(worldOf(one)).toEqual(between)
    expectCounted(one.db)
  })

  test('has no press if it can’t be taken back or did nothing', async () => {
    const one = await uncertain()
    const ids = [one.id]
    expect(await one.call('jobs.act', { ids, action: 'stopWaiting' })).toEqual({ done: 0, press: null })
    expect(await one.call('jobs.act', { ids, action: 'sendAgain' })).toEqual({ done: 1, press: null })
  })

  test('is never one that costs, also while nothing of it is sent', async () => {
    const one = await uncertain()
    one.queue.pause()
    const { presses } = one.queue
    const given = await presses.give('act', (press) => one.queue.act([one.id], 'sendAgain', [], press))
    expect(given).toEqual({ value: 1, press: null })
    expect(states(one)).toEqual({ queued: 1 })
  })
})

describe('an edit that is taken back', () => {
  test('brings back the former request, as old as it was, under an id that was never used', async () => {
    const one = await scene()
    one.clock.advance(1000)
    const before = worldOf(one, { ids: false })
    const ids = allJobs(one).map(({ id }) => id)
    const edited = await edit(one, ids[1] ?? '', 'moss')
    const after = worldOf(one, { ids: false })
    expect(await one.call('presses.takeBack', { press: pressOf(edited) })).toEqual({ done: 1, left: 0 })
    expect(worldOf(one, { ids: false })).toEqual(before)
    expect(allJobs(one).filter(({ id }) => [...ids, edited.id].includes(id))).toHaveLength(2)
    expectCounted(one.db)
    await one.call('presses.doAgain', { press: pressOf(edited) })
    expect(worldOf(one, { ids: false })).toEqual(after)
    expectCounted(one.db)
  })

  test('replaces each request it made', async () => {
    const one = await scene()
    const before = worldOf(one, { ids: false })
    const [, job] = allJobs(one)
    const edited = await edit(one, job?.id ?? '', 'moss', { n: 3 })
    expect(prompts(one)).toEqual(['a', 'moss', 'moss', 'moss', 'c'])
    await one.call('presses.takeBack', { press: pressOf(edited) })
    expect(worldOf(one, { ids: false })).toEqual(before)
    await one.call('presses.doAgain', { press: pressOf(edited) })
    expect(prompts(one)).toEqual(['a', 'moss', 'moss', 'moss', 'c'])
    expectCounted(one.db)
  })

  test('is done only while none of its requests was tried', async () => {
    const one = await scene()
    one.client.onSubmit = () => ({ kind: 'unsent', error: appError('connectionRefused'), hold: true })
    const [job] = allJobs(one)
    const edited = await edit(one, job?.id ?? '', 'moss')
    one.queue.resume()
    await calm()
    one.queue.pause()
    expect(await one.call('presses.takeBack', { press: pressOf(edited) })).toEqual({ done: 0, left: 1 })
    expect(prompts(one)).toEqual(['moss', 'b', 'c'])
  })

  test('keeps the ledger of a request that was tried before', async () => {
    const one = await scene()
    one.client.onSubmit = () => ({ kind: 'unsent', error: appError('connectionRefused'), hold: true })
    one.queue.resume()
    await calm()
    one.queue.pause()
    const [job] = allJobs(one)
    const edited = await edit(one, job?.id ?? '', 'moss')
    expect(only(allJobs(one).filter(({ state }) => state === 'cancelled')).id).toBe(job?.id)
    expect(await one.call('presses.takeBack', { press: pressOf(edited) })).toEqual({ done: 1, left: 0 })
    expect(prompts(one)).toEqual(['a', 'b', 'c'])
    expect(allJobs(one)[0]).toMatchObject({ id: job?.id, state: 'queued' })
    expect(one.db.all('SELECT 1 FROM attempts WHERE job_id = :id', { id: job?.id ?? '' })).toHaveLength(1)
    expectCounted(one.db)
  })

  test.each(['uncertain', 'interrupted'])(
    'brings back a request that was %s and sent again under its own id, by which the service knows it',
    async (outcome) => {
      const bench = await openBench()
      const error = appError('connectionLost', { retry: 'maybeTwice' })
      bench.client.onSubmit = () => ({ kind: 'uncertain', error })
      const connection = await connect(bench, 'https://service.test')
      enqueue(bench, connection)
      await calm()
      bench.queue.pause()
      const one = { ...bench, call: callOf(bench), connectionId: connection.id, batches: [] }
      const { id } = only(allJobs(one))
      // As a kill leaves it.
      one.db.run('UPDATE attempts SET outcome = :outcome', { outcome })
      await one.call('jobs.act', { ids: [id], action: 'sendAgain' })
      const before = worldOf(one)
      const press = pressOf(await edit(one, id, 'moss'))
      const after = worldOf(one, { ids: false })
      for (let round = 0; round < 2; round++) {
        expect(await one.call('presses.takeBack', { press })).toEqual({ done: 1, left: 0 })
        expect(worldOf(one)).toEqual(before)
        expectCounted(one.db)
        expect(await one.call('presses.doAgain', { press })).toEqual({ done: 1, left: 0 })
        expect(worldOf(one, { ids: false }).jobs.map(({ state }) => state)).toEqual(
          after.jobs.map(({ state }) => state),
        )
        expectCounted(one.db)
      }
    },
  )

  test('leaves its batch the name that the edit before it gave', async () => {
    const one = await scene()
    const connection = await connect(one, 'https://another.test')
    const batchId = enqueue(one, connection, { prompt: '{wool|tin|silk}' })
    const name = () =>
      one.db.get<{ name: string }>('SELECT name FROM batches WHERE id = :batchId', { batchId })?.name
    const id = (prompt: string) => allJobs(one).find(({ request }) => request.prompt === prompt)?.id ?? ''
    const first = pressOf(await edit(one, id('wool'), 'moss'))
    const second = pressOf(await edit(one, id('tin'), 'moss'))
    expect(name()).toBe('moss')
    await one.call('presses.takeBack', { press: second })
    expect(name()).toBe('moss')
    await one.call('presses.takeBack', { press: first })
    expect(name()).toBe('wool')
    await one.call('presses.doAgain', { press: first })
    expect(name()).toBe('moss')
    one.queue.renameBatch(batchId, 'Coats')
    await one.call('presses.takeBack', { press: first })
    expect(name()).toBe('Coats')
  })

  test('leads back step by step, through moves and other edits', async () => {
    const one = await scene()
    const worlds = [worldOf(one, { ids: false })]
    const presses: number[] = []
    const step = async (answer: Promise<{ readonly press: number | null }>) => {
      presses.push(pressOf(await answer))
      worlds.push(worldOf(one, { ids: false }))
    }
    const idOf = (prompt: string) => only(allJobs(one).filter(({ request }) => request.prompt === prompt)).id
    await step(one.call('batches.place', { id: one.batches[0] ?? '', place: { to: 'bottom' } }))
    await step(edit(one, idOf('a'), 'moss'))
    await step(edit(one, idOf('moss'), 'fern', { n: 2 }))
    await step(one.call('batches.prioritize', { id: one.batches[0] ?? '', priority: 'high' }))
    for (const round of ['takeBack', 'doAgain', 'takeBack'] as const) {
      const isBack = round === 'takeBack'
      for (const [at, press] of isBack ? [...presses.entries()].reverse() : presses.entries()) {
        expect(await one.call(`presses.${round}`, { press })).toMatchObject({ left: 0 })
        expect(worldOf(one, { ids: false })).toEqual(worlds[isBack ? at : at + 1])
        expectCounted(one.db)
      }
    }
  })

  test('is taken back though something was queued in between, and took the place of its row', async () => {
    const one = await scene()
    const first = await edit(one, allJobs(one).at(-1)?.id ?? '', 'c1')
    const second = await edit(one, first.id, 'c2')
    for (const { press } of [second, first]) await one.call('presses.takeBack', { press: press ?? 0 })
    one.queue.enqueue(allJobs(one)[0]?.connectionId ?? '', draft({ prompt: 'd' }), { first: false })
    for (const { press } of [first, second]) await one.call('presses.doAgain', { press: press ?? 0 })
    await one.call('presses.takeBack', { press: second.press ?? 0 })
    expect(prompts(one)).toEqual(['a', 'b', 'c1', 'd'])
  })

  test('lets a request that waits for the user’s answer wait for it', async () => {
    const one = await scene()
    one.db.run('UPDATE jobs SET created_at = 1')
    one.queue.resume()
    one.queue.suspend()
    one.queue.wake()
    await calm()
    expect(one.client.sent).toEqual([])
    one.queue.answer(false)
    one.queue.suspend()
    const edited = await edit(one, allJobs(one)[0]?.id ?? '', 'moss')
    await one.call('presses.takeBack', { press: pressOf(edited) })
    one.queue.wake()
    await calm()
    expect(one.client.sent).toEqual([])
    expect(prompts(one)).toEqual(['a', 'b', 'c'])
  })
})

describe('a change of the order that is taken back', () => {
  test('puts each request that still waits back in its place', async () => {
    const one = await scene()
    const before = worldOf(one)
    const placed = await one.call('batches.place', { id: one.batches[2] ?? '', place: { to: 'top' } })
    expect(prompts(one)).toEqual(['c', 'a', 'b'])
    const preferred = await one.call('batches.prioritize', { id: one.batches[1] ?? '', priority: 'high' })
    expect(prompts(one)).toEqual(['b', 'c', 'a'])
    await one.call('presses.takeBack', { press: pressOf(preferred) })
    await one.call('presses.takeBack', { press: pressOf(placed) })
    expect(worldOf(one)).toEqual(before)
    await one.call('presses.doAgain', { press: pressOf(placed) })
    expect(prompts(one)).toEqual(['c', 'a', 'b'])
  })

  test('leaves alone what was moved again or no longer waits', async () => {
    const one = await scene()
    const press = pressOf(await one.call('batches.place', { id: one.batches[2] ?? '', place: { to: 'top' } }))
    await one.call('batches.place', { id: one.batches[2] ?? '', place: { to: 'down' } })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 0, left: 1 })
    expect(prompts(one)).toEqual(['a', 'c', 'b'])
  })

  test('is refused once the numbers of the order were given anew', async () => {
    const one = await scene()
    const first = pressOf(await one.call('batches.place', { id: one.batches[2] ?? '', place: { to: 'top' } }))
    one.db.run('UPDATE jobs SET position = 5 + 1e-15 * rowid')
    const before = prompts(one)
    const moved = await one.call('batches.place', { id: one.batches[0] ?? '', place: { to: 'down' } })
    await expect(one.call('presses.takeBack', { press: first })).rejects.toThrow('undoTooLate')
    await one.call('presses.takeBack', { press: pressOf(moved) })
    expect(prompts(one)).toEqual(before)
  })

  test('ends before the next one begins, on however many rows', async () => {
    const one = await scene()
    const id = enqueueBig(one, one.connectionId, 'big')
    const before = worldOf(one)
    const press = pressOf(await one.call('batches.place', { id, place: { to: 'top' } }))
    const back = one.call('presses.takeBack', { press })
    const down = one.call('batches.place', { id, place: { to: 'top' } })
    expect(await back).toEqual({ done: count, left: 0 })
    await one.call('presses.takeBack', { press: pressOf(await down) })
    expect(worldOf(one)).toEqual(before)
  })
})

test('clearing the list of what has finished lists exactly what it listed, and clears it again', async () => {
  const one = await scene()
  await one.call('jobs.act', { ids: [allJobs(one)[0]?.id ?? ''], action: 'cancel' })
  one.clock.advance(1000)
  await one.call('queue.clearFinished', null)
  one.clock.advance(1000)
  await one.call('jobs.act', { ids: [allJobs(one)[1]?.id ?? ''], action: 'cancel' })
  one.clock.advance(1000)
  const listed = () => one.queue.overview(9).finished.map(({ request }) => request.prompt)
  expect(listed()).toEqual(['b'])
  const press = pressOf(await one.call('queue.clearFinished', null))
  expect(listed()).toEqual([])
  expect(await one.call('queue.clearFinished', null)).toEqual({ press: null })
  expect(await one.call('presses.takeBack', { press })).toEqual({ done: 1, left: 0 })
  expect(listed()).toEqual(['b'])
  await one.call('presses.doAgain', { press })
  expect(listed()).toEqual([])
})

test('the last fifty presses can be taken back; rows of others are forgotten', async () => {
  const one = await scene()
  const id = one.batches[0] ?? ''
  const presses: number[] = []
  for (let at = 0; at < 52; at++)
    presses.push(pressOf(await one.call('batches.place', { id, place: { to: at % 2 ? 'top' : 'bottom' } })))
  const [first, second, third] = presses
  for (const press of [first, second])
    await expect(one.call('presses.takeBack', { press: press ?? 0 })).rejects.toThrow('undoTooLate')
  await finished(one)
  expect(one.db.get('SELECT count(*) AS rows, min(press) AS first FROM press_rows')).toEqual({
    rows: 50,
    first: third,
  })
})
