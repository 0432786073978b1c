import { appError } from '@shared/errors'
import type { Connection, ConnectionDraft } from '@shared/model/connection'
import type { SendGate, ShutGate } from '@shared/model/sendGate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { task, taskReading } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, deliverReady, enqueue } from './queueHarness'

const second = 1000
const hour = 3_600_000
const offline = appError('offline', { retry: 'free' })

/** A way to reach a gate that is shut, and back. */
interface Arm {
  readonly limits?: Partial<ConnectionDraft>
  /** Shuts it with one more waiting request; returns the id of its batch. */
  shut(bench: Bench, connection: Connection): string | Promise<string>
  open(bench: Bench, connection: Connection): unknown
}

/** Every reason but those of requests yet to be queued, of a missing connection, and of what is never sent again. */
const arms: Readonly<
  Record<Exclude<ShutGate['kind'], 'removed' | 'cancelling' | 'priceless' | 'pastCap'>, Arm>
> = {
  computer: {
    shut(bench, connection) {
      bench.queue.holdSends('quitting', appError('quitting'))
      return enqueue(bench, connection)
    },
    open: ({ queue }) => queue.holdSends('quitting', null),
  },
  paused: {
    shut(bench, connection) {
      bench.queue.pause()
      return enqueue(bench, connection)
    },
    open: ({ queue }) => queue.resume(),
  },
  connectionPaused: {
    shut(bench, connection) {
      bench.connections.setPaused(connection.id, true)
      return enqueue(bench, connection)
    },
    open: ({ connections }, { id }) => connections.setPaused(id, false),
  },
  batchPaused: {
    shut(bench, connection) {
      const batchId = enqueue(bench, connection)
      bench.queue.pauseBatch(batchId, true)
      return batchId
    },
    open: ({ queue }) => queue.pauseBatch(queue.overview(1).waiting[0]?.id ?? '', false),
  },
  asked: {
    async shut(bench, connection) {
      bench.queue.holdSends('library', appError('diskLow'))
      const batchId = enqueue(bench, connection)
      await pass(bench, 13 * hour, hour)
      bench.queue.wake()
      bench.queue.holdSends('library', null)
      return batchId
    },
    open: ({ queue }) => queue.answer(true),
  },
  held: {
    shut(bench, connection) {
      bench.connections.hold(connection.id, appError('creditExhausted'), { polls: false })
      return enqueue(bench, connection)
    },
    open: ({ queue }, { id }) => queue.resumeConnection(id),
  },
  asleep: {
    shut(bench, connection) {
      bench.queue.suspend()
      return enqueue(bench, connection)
    },
    open: ({ queue }) => queue.wake(),
  },
  unreached: {
    async shut(bench, connection) {
      bench.client.onTest = () => ({ outcome: 'notReached', error: offline })
      bench.client.onSubmit = () => ({ kind: 'unsent', error: offline, hold: false })
      const batchId = enqueue(bench, connection)
      await calm()
      return batchId
    },
    open({ client, queue }) {
      client.onTest = () => ({ outcome: 'reached' })
      queue.tryNow()
    },
  },
  undelivered: {
    limits: { undeliveredImages: 1 },
    async shut(bench, connection) {
      bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
      enqueue(bench, connection)
      await pass(bench, 2 * second)
      return enqueue(bench, connection)
    },
    open: deliverReady,
  },
  quiet: {
    async shut(bench, connection) {
      const error = appError('rateLimited')
      bench.client.onSubmit = () => ({ kind: 'limited', error, retryAfterMs: hour })
      const batchId = enqueue(bench, connection)
      await calm()
      return batchId
    },
    open: ({ queue }, { id }) => queue.resumeConnection(id),
  },
  resting: {
    limits: { backgroundSlots: 100 },
    async shut(bench, connection) {
      enqueue(bench, connection, { n: 60 })
      await pass(bench, 5 * second)
      bench.client.onTest = () => ({ outcome: 'notReached', error: offline })
      bench.client.onPoll = () => ({ kind: 'retry', error: offline, retryAfterMs: null })
      await pass(bench, 2 * hour, hour)
      const batchId = enqueue(bench, connection)
      bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
      bench.client.onTest = () => ({ outcome: 'reached' })
      bench.queue.tryNow()
      await calm()
      return batchId
    },
    open: (bench) => pass(bench, 10 * second),
  },
}

const gateOf = ({ queue }: Bench, { id }: Connection): SendGate | undefined =>
  queue.overview(1).gates.find(({ connectionId }) => connectionId === id)?.gate

const gateOfBatch = ({ queue }: Bench, batchId: string): SendGate | undefined =>
  queue.overview(10).waiting.find(({ id }) => id === batchId)?.gate

/** Switches that the user, the computer and the service turn on and off. */
function switchesOf(
  { queue, connections }: Bench,
  { id }: Connection,
): Readonly<Record<string, (on: boolean) => void>> {
  return {
    queue: (on) => (on ? queue.pause() : queue.resume()),
    connection: (on) => connections.setPaused(id, on),
    library: (on) => queue.holdSends('library', on ? appError('diskLow') : null),
    quitting: (on) => queue.holdSends('quitting', on ? appError('quitting') : null),
    hold: (on) =>
      on ? connections.hold(id, appError('creditExhausted'), { polls: false }) : queue.resumeConnection(id),
    sleep: (on) => (on ? queue.suspend() : queue.wake()),
  }
}

describe('a gate that is shut', () => {
  test.each(Object.entries(arms))('%s: nothing is sent until it is open', async (kind, arm) => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', arm.limits)
    const batchId = await arm.shut(bench, connection)
    const sent = bench.client.sent.length
    const isOfBatch = kind === 'batchPaused' || kind === 'asked'
    expect(gateOfBatch(bench, batchId)).toMatchObject({ kind })
    expect(gateOf(bench, connection)).toMatchObject({ kind: isOfBatch ? 'open' : kind })
    await pass(bench, 3 * second)
    expect(bench.client.sent).toHaveLength(sent)

    bench.client.onSubmit = (jobId) => ({
      kind: 'accepted',
      reading: taskReading('queued', { taskId: `task-${jobId}` }),
    })
    await arm.open(bench, connection)
    await pass(bench, second)
    expect(gateOf(bench, connection)).toEqual({ kind: 'open' })
    expect(gateOfBatch(bench, batchId)).toBeUndefined()
    expect(bench.client.sent.length).toBeGreaterThan(sent)
  })

  test('of a connection without a key is reported before and after something waits', async () => {
    const bench = await openBench()
    const { id, hold, keyState, paused, kind, ...draft } = await connect(bench, 'https://service.test')
    const keyless = await bench.connections.save(null, draft, null)
    const gate = { kind: 'held', error: { code: 'keyMissing', params: { name: 'Service' } } }
    expect(gateOf(bench, keyless)).toMatchObject(gate)
    expect(keyless.hold).toBeNull()
    const batchId = enqueue(bench, keyless)
    await pass(bench, second)
    expect(gateOfBatch(bench, batchId)).toMatchObject(gate)
    expect(bench.connections.find(keyless.id)?.hold).toMatchObject({ error: gate.error, polls: false })
    await bench.connections.save(keyless.id, draft, 'sk-1')
    await pass(bench, second)
    expect(bench.client.sent).toHaveLength(1)
  })

  test('with several reasons names them one by one', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    bench.queue.pause()
    bench.connections.setPaused(connection.id, true)
    bench.queue.holdSends('library', appError('diskLow'))
    bench.queue.holdSends('quitting', appError('quitting'))
    expect(gateOf(bench, connection)).toMatchObject({ kind: 'computer', by: 'library' })
    bench.queue.holdSends('library', null)
    expect(gateOf(bench, connection)).toMatchObject({ kind: 'computer', error: { code: 'quitting' } })
    bench.queue.holdSends('quitting', null)
    expect(gateOf(bench, connection)).toEqual({ kind: 'paused' })
    bench.queue.resume()
    expect(gateOf(bench, connection)).toEqual({ kind: 'connectionPaused' })
  })

  test('is announced whatever shut or opened it', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    for (const [name, set] of Object.entries(switchesOf(bench, connection))) {
      for (const on of [true, false]) {
        const revision = bench.changes.revision('queue')
        set(on)
        await calm()
        expect(bench.changes.revision('queue'), `${name} ${on}`).toBeGreaterThan(revision)
      }
    }
  })
})

test('whatever switches are on or off, a request is sent exactly when its gate allows it', async () => {
  const bench = await openBench()
  const connection = await connect(bench, 'https://service.test', { backgroundSlots: 1000 })
  const { queue } = bench
  const switches = switchesOf(bench, connection)
  const names = ['batch', ...Object.keys(switches)]
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.constantFrom(...names), on: fc.boolean() }), {
        maxLength: 8,
      }),
      async (steps) => {
        for (const { name, on } of steps) {
          switches[name]?.(on)
          const batchId = enqueue(bench, connection)
          if (name === 'batch' && on) queue.pauseBatch(batchId, true)
          const gate = gateOfBatch(bench, batchId) ?? gateOf(bench, connection)
          await calm()
          const job = allJobs(bench).find((one) => one.batchId === batchId)
          expect(bench.client.sent.includes(job?.id ?? ''), gate?.kind).toBe(gate?.kind === 'open')
          seen.add(gate?.kind ?? '')
        }
        for (const set of Object.values(switches)) set(false)
        await queue.cancelWaiting()
        await calm()
      },
    ),
    { numRuns: 60, seed: 7 },
  )
  expect([...seen].sort()).toEqual(
    ['asleep', 'batchPaused', 'computer', 'connectionPaused', 'held', 'open', 'paused'].sort(),
  )
})
