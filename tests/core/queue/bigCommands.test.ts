import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient } from '../../support/scriptedClient'
import { memorySecrets } from '../../support/testPorts'
import { count, enqueueBig, failAll, failedSet, finished, isDone, killed } from './bigQueue'
import { expectCounted } from './countedRows'
import {
  connect,
  draft,
  enqueue,
  openQueue,
  type QueueHarness,
  type QueueOptions,
  states,
} from './queueHarness'

interface World extends QueueHarness {
  /** Of `count` waiting jobs. */
  readonly big: string
  /** Of `count` jobs that failed alike. */
  readonly failed: string
}

/** A paused queue with a small batch on either side of a big one, and a big one that failed. */
async function world(options: QueueOptions = {}): Promise<World> {
  const harness = await openQueue(options)
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const failed = enqueueBig(harness, connection.id, 'failed')
  failAll(harness)
  enqueue(harness, connection, { n: 3, prompt: 'before' })
  const big = enqueueBig(harness, connection.id, 'big')
  enqueue(harness, connection, { n: 3, prompt: 'after' })
  return { ...harness, big, failed }
}

const commands = {
  cancelBatch: ({ queue, big }: World) => queue.cancelBatch(big),
  cancelAll: ({ queue }: World) => queue.cancelWaiting(),
  cancelChosen: ({ queue, db, big }: World) => {
    const ids = db.all<{ id: string }>('SELECT id FROM jobs WHERE batch_id = :big', { big })
    return queue.presses.give('cancel', (press) =>
      queue.act(
        ids.map(({ id }) => id),
        'cancel',
        [],
        press,
      ),
    )
  },
  retry: ({ queue, failed }: World) => queue.act([], 'retryAsNew', [failedSet(failed)]),
  high: ({ queue, big }: World) => queue.prioritize(big, 'high'),
  low: ({ queue, big }: World) => queue.prioritize(big, 'low'),
  top: ({ queue, big }: World) => queue.place('batch', big, { to: 'top' }),
  bottom: ({ queue, big }: World) => queue.place('batch', big, { to: 'bottom' }),
  up: ({ queue, big }: World) => queue.place('batch', big, { to: 'up' }),
} as const satisfies Readonly<Record<string, (world: World) => Promise<unknown>>>
type Command = keyof typeof commands

/** All jobs as they are sent or ended; a retry by the job it repeats, which must have only one. */
function result({ db }: QueueHarness) {
  const jobs = db.all<{ id: string; state: string; of: string | null }>(
    `SELECT id, state, retry_of AS of FROM jobs ORDER BY state, priority DESC, position, id`,
  )
  const repeated = jobs.flatMap(({ of }) => of ?? [])
  expect(new Set(repeated).size).toBe(repeated.length)
  return jobs.map(({ id, state, of }) => (of === null ? `${state} ${id}` : `${state} repeats ${of}`))
}

/** Orders that a retry may be made in don't differ: they are made in the order in which the jobs failed. */
async function cutShort(
  command: Command,
  turns: number,
): Promise<{ cut: QueueHarness; whole: QueueHarness }> {
  const first = await world()
  const whole = await openQueue({ folder: killed(first.folder) })
  const running = commands[command](first).catch(() => {})
  for (let turn = 0; turn < turns; turn++) await nextTurn()
  const folder = killed(first.folder)
  await commands[command]({ ...first, ...whole })
  await first.stop()
  await running
  return { cut: await openQueue({ folder, started: false }), whole }
}

describe('a command on many jobs, killed in the middle', () => {
  test('goes on at the next start as if nothing had happened, and the counts match the rows', async () => {
    const names = Object.keys(commands) as Command[]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.integer({ min: 0, max: 6 }), async (command, turns) => {
        const { cut, whole } = await cutShort(command, turns)
        expectCounted(cut.db)
        cut.bulk.start()
        await finished(cut)
        expectCounted(cut.db)
        expect(result(cut)).toEqual(result(whole))
        await Promise.all([cut.stop(), whole.stop()])
      }),
      { numRuns: cases(10, 60), examples: names.map((name) => [name, 1] as [Command, number]) },
    )
  })

  test('that cancels keeps everything it was given for from being sent, and nothing else', async () => {
    const secrets = memorySecrets()
    const first = await world({ secrets })
    const cancelling = commands.cancelBatch(first)
    const folder = killed(first.folder)
    expect(states(first).cancelled).toBeLessThan(count)
    await first.stop()
    await cancelling

    const service = createScriptedClient()
    const second = await openQueue({ folder, service, secrets, started: false })
    const left = states(second).queued ?? 0
    expect(left).toBeGreaterThan(6)
    const row = () => second.queue.overview(9).waiting.find(({ name }) => name === 'big')
    expect(row()).toMatchObject({ gate: { kind: 'cancelling' } })
    expect(second.queue.overview(9).commands).toMatchObject([{ name: 'cancel', total: count }])
    const [job] = second.queue.waiting({ batchId: first.big, offset: 0, limit: 1 }).rows
    const { n, size, image, ...sendable } = draft()
    expect(() => second.queue.edit(job?.id ?? '', { ...sendable, size, image, n })).toThrow('jobNotWaiting')

    await second.queue.start()
    second.queue.resume()
    await eventually(() => service.sent.length > 0, { what: 'a request of another batch' })
    expect(states(second)).toMatchObject({ queued: left - service.sent.length, running: service.sent.length })
    second.bulk.start()
    await finished(second)
    expect(states(second)).toMatchObject({ cancelled: count, failed: count })
    expect(
      second.db.get(
        "SELECT count(*) AS tried FROM attempts JOIN jobs ON jobs.id = job_id WHERE batch_id = 'big'",
      ),
    ).toEqual({ tried: 0 })
  })

  test('that cancels, and that nobody can read any more, leaves the queue paused', async () => {
    const first = await world()
    const cancelling = commands.cancelBatch(first)
    const folder = killed(first.folder)
    await first.stop()
    await cancelling
    const service = createScriptedClient()
    const second = await openQueue({ folder, service, started: false })
    second.db.run("UPDATE bulk_commands SET params_json = '{}'")
    await second.stop()
    const third = await openQueue({ folder, service })
    expect(isDone(third)).toBe(true)
    expect(third.queue.overview(9).paused).toBe(true)
    expect(service.sent).toEqual([])
  })

  test('that pays anew isn’t taken up again once it is old', async () => {
    const first = await world()
    const retrying = commands.retry(first)
    const folder = killed(first.folder)
    await first.stop()
    await retrying
    const clock = createFakeClock(Date.now() + 13 * 3_600_000)
    const second = await openQueue({ folder, clock })
    expect(isDone(second)).toBe(true)
    const { queued = 0 } = states(second)
    expect(queued).toBeGreaterThan(2 * 3 + count)
    expect(queued).toBeLessThan(2 * 3 + 2 * count)
  })
})

describe('a command on many jobs', () => {
  test('waits for an earlier one about the same batch, and the last one wins', async () => {
    const harness = await world()
    const done = Promise.all([
      harness.queue.prioritize(harness.big, 'low'),
      commands.top(harness),
      harness.queue.prioritize(harness.big, 'high'),
      commands.bottom(harness),
    ])
    expect(harness.queue.overview(9).commands).toHaveLength(4)
    await done
    expect(harness.queue.overview(9).waiting.map(({ name }) => name)).toEqual(['before', 'after', 'big'])
  })

  test('is shown from its first moment on', async () => {
    const harness = await world()
    const done = harness.queue.prioritize(harness.big, 'low')
    expect(harness.queue.overview(9).waiting.find(({ name }) => name === 'big')).toMatchObject({
      priority: 'low',
    })
    expect(harness.queue.overview(9).commands).toMatchObject([{ name: 'prioritize', total: count }])
    await done
    expect(harness.queue.overview(9).commands).toEqual([])
  })

  test('on a set of jobs is shown by what it does with them', async () => {
    const harness = await world()
    const done = commands.retry(harness)
    expect(harness.queue.overview(9).commands).toMatchObject([{ name: 'retryAsNew', total: count }])
    await done
    expect(harness.queue.overview(9).commands).toEqual([])
  })

  test('leaves alone what was queued after it', async () => {
    const harness = await world()
    const done = commands.cancelAll(harness)
    const connection = harness.connections.list()[0]
    if (connection === undefined) throw new Error('no connection')
    enqueue(harness, connection, { n: 2, prompt: 'later' })
    await done
    expect(states(harness)).toEqual({ cancelled: count + 6, failed: count, queued: 2 })
  })

  test.each(['high', 'low'] as const)(
    'gives its priority (%s) to what is edited before its turn',
    async (priority) => {
      const harness = await world()
      const { db, queue, big } = harness
      const order = () =>
        db
          .all<{ id: string }>(
            `SELECT id FROM jobs WHERE batch_id = :big ORDER BY priority DESC, position, id`,
            { big },
          )
          .map(({ id }) => id)
      const before = order()
      const done = queue.prioritize(big, priority)
      // Raised are the first ones first, lowered the last ones.
      const at = priority === 'high' ? count - 1 : 0
      const edited = queue.edit(before[at] ?? '', draft({ prompt: 'edited' }))
      await done
      expect(order()).toEqual(before.with(at, edited))
      expect(db.all('SELECT DISTINCT priority FROM jobs WHERE batch_id = :big', { big })).toHaveLength(1)
      expectCounted(db)
    },
  )

  test('leaves the priority of what was queued after it, also if that is edited', async () => {
    const harness = await world()
    const { db, queue, big } = harness
    db.run(
      `UPDATE jobs SET state = 'failed', sent_at = 1, ended_at = 1,
         error_json = (SELECT error_json FROM jobs WHERE state = 'failed')
       WHERE id = (SELECT min(id) FROM jobs WHERE batch_id = :big)`,
      { big },
    )
    const failed = db.get<{ id: string }>('SELECT min(id) AS id FROM jobs WHERE batch_id = :big', { big })
    const done = queue.prioritize(big, 'low')
    await queue.act([failed?.id ?? ''], 'retryAsNew')
    const retry = db.get<{ id: string }>('SELECT id FROM jobs ORDER BY rowid DESC LIMIT 1')
    const edited = queue.edit(retry?.id ?? '', draft({ prompt: 'edited' }))
    expect(queue.overview(9).commands).toMatchObject([{ name: 'prioritize' }])
    await done
    expect(db.get('SELECT priority FROM jobs WHERE id = :edited', { edited })).toEqual({ priority: 0 })
  })

  test('moves a big batch even if there are no numbers left in the gap', async () => {
    const harness = await world()
    const { db, queue, big } = harness
    db.run(`UPDATE jobs SET position = 5 + 1e-15 * rowid WHERE state = 'queued' AND batch_id <> :big`, {
      big,
    })
    const before = result(harness)
    await queue.place('batch', big, { to: 'up' })
    const isOfBig = new Set(
      db.all<{ id: string }>('SELECT id FROM jobs WHERE batch_id = :big', { big }).map(({ id }) => id),
    )
    const moved = result(harness).filter((line) => isOfBig.has(line.slice('queued '.length)))
    expect(moved).toEqual(before.filter((line) => isOfBig.has(line.slice('queued '.length))))
    expect(queue.overview(9).waiting.map(({ name }) => name)).toEqual(['before', 'big', 'after'])
    expectCounted(db)
  })

  test('leaves a batch where it is if the numbers of a damaged order can’t be told apart', async () => {
    const harness = await world()
    const { db, queue, big } = harness
    db.run(
      `UPDATE jobs SET position = 1e15 + rowid + iif(batch_id = :big, 1e6, iif(rowid > 2 * :count, -:count, 0))
       WHERE state = 'queued'`,
      { big, count },
    )
    const before = result(harness)
    await queue.place('batch', big, { to: 'up' })
    expect(result(harness)).toEqual(before)
    expect(isDone(harness)).toBe(true)
  })
})
