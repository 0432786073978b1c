import { appError } from '@shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fetchItem } from '../../../electron/core/delivery/itemFetching'
import type { PollVerdict, SubmitVerdict } from '../../../electron/core/service/verdict'
import { cases } from '../../../scripts/testRun/cases'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient, task, taskReading } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
import { type Bench, pass } from './bench'
import { startLoopbackService } from './loopbackService'
import { connect, enqueue, openQueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second
/** A queue that never rests would keep the test from ending. */
const mostCalls = 3000

interface Hammered extends Bench {
  /** Monotonic milliseconds at which each paid request, or poll, went out. */
  readonly posts: readonly number[]
  readonly polls: readonly number[]
  /** From now on paid requests are answered like this. */
  answer(onSubmit: (jobId: string, count: number) => SubmitVerdict): void
  /** From now on polls are answered like this. */
  tell(onPoll: (taskId: string, count: number) => PollVerdict): void
}

async function open(options: {
  readonly random: number
  readonly folder?: string
  /** The clock's time when the run begins. */
  readonly at?: number
  readonly onSubmit: (jobId: string, count: number) => SubmitVerdict
  readonly onPoll?: (taskId: string, count: number) => PollVerdict
}): Promise<Hammered> {
  const clock = createFakeClock(options.at)
  let { onSubmit, onPoll = (taskId) => task(taskReading('running', { taskId })) } = options
  const client = createScriptedClient()
  const posts: number[] = []
  const polls: number[] = []
  client.onSubmit = (jobId, count) => {
    posts.push(clock.monotonic())
    if (posts.length > mostCalls) throw new Error('hammered')
    return onSubmit(jobId, count)
  }
  client.onPoll = (taskId, count) => {
    polls.push(clock.monotonic())
    if (polls.length > mostCalls) throw new Error('hammered')
    return onPoll(taskId, count)
  }
  const { folder = temporaryFolder() } = options
  const queue = await openQueue({ clock, service: client, folder, random: () => options.random })
  return {
    ...queue,
    clock,
    client,
    posts,
    polls,
    answer(next) {
      onSubmit = next
    },
    tell(next) {
      onPoll = next
    },
  }
}

/** The most of these times within one minute. */
function mostAMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + minute).length))
}

const limited = (retryAfterMs: number | null): SubmitVerdict & PollVerdict => ({
  kind: 'limited',
  error: appError('rateLimited', { retry: 'free' }),
  retryAfterMs,
})

const waits = fc.oneof(fc.constantFrom(null, 0, 1, 50, 999, 5 * second), fc.nat(2 * second))

const unsent: SubmitVerdict = {
  kind: 'unsent',
  hold: false,
  error: appError('connectionRefused', { retry: 'free' }),
}

/** Anything a service can answer except that it accepts the request. */
const fruitless: fc.Arbitrary<SubmitVerdict> = fc.oneof(
  { weight: 4, arbitrary: waits.map(limited) },
  { weight: 2, arbitrary: fc.constant(unsent) },
  fc.constantFrom<SubmitVerdict>(
    { kind: 'unsent', hold: true, error: appError('keyRefused') },
    { kind: 'refused', error: appError('requestRefused') },
    { kind: 'failed', error: appError('serviceFailed') },
    { kind: 'uncertain', error: appError('connectionLost') },
  ),
)

const accepted = (jobId: string): SubmitVerdict => ({
  kind: 'accepted',
  reading: taskReading('queued', { taskId: `task-${jobId}` }),
})

describe('a service is not hammered', () => {
  test('by paid requests, whatever it answers and in whatever order', async () => {
    const order = fc.array(fruitless, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom(0, 0.5, 0.999), async (answers, random) => {
        const bench = await open({
          random,
          onSubmit: (_, count) => answers[count % answers.length] ?? unsent,
        })
        const connection = await connect(bench, 'https://service.test')
        enqueue(bench, connection, { n: 150 })
        enqueue(bench, connection, { n: 4, mode: 'direct' })
        const isHeld = () => bench.connections.find(connection.id)?.hold !== null
        for (let at = 0; at < 12; at++) {
          await pass(bench, 10 * second, 250)
          // The user presses Resume over and over.
          if (isHeld()) bench.queue.resumeConnection(connection.id)
        }
        // 20 in vain, those that were open with them, and then one per second.
        expect(mostAMinute(bench.posts)).toBeLessThanOrEqual(90)

        const before = bench.posts.length
        bench.answer((jobId) => accepted(jobId))
        if (isHeld()) bench.queue.resumeConnection(connection.id)
        await pass(bench, 2 * minute, second)
        if (states(bench).queued !== undefined) expect(states(bench).running).toBeGreaterThanOrEqual(20)
        else expect(bench.posts.length - before).toBeLessThanOrEqual(150)
        await bench.stop()
      }),
      { numRuns: cases(8) },
    )
  })

  test('by refused requests, whatever it accepts in between', async () => {
    const order = fc.array(
      fc.oneof(fc.constant('accepted' as const), waits.map(limited), fc.constant(unsent)),
      {
        minLength: 2,
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom(0, 0.5), async (answers, random) => {
        const inVain: number[] = []
        let taken = 0
        const bench = await open({
          random,
          onSubmit(jobId, count) {
            const answer = answers[count % answers.length] ?? unsent
            if (answer === 'accepted') {
              taken++
              return accepted(jobId)
            }
            inVain.push(bench.clock.monotonic())
            return answer
          },
          onPoll: (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] })),
        })
        enqueue(bench, await connect(bench, 'https://service.test'), { n: 300 })
        await pass(bench, 2 * minute, 250)
        await bench.stop()
        // Each second at most as many as are open together.
        expect(mostAMinute(inVain)).toBeLessThanOrEqual(4 * 60)
        if (answers.includes('accepted')) expect(taken).toBeGreaterThan(0)
      }),
      { numRuns: cases(7) },
    )
  })

  test('by polls for its tasks, whatever time it names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(waits, { minLength: 1, maxLength: 5 }), async (named) => {
        const bench = await open({ random: 0, onSubmit: accepted })
        enqueue(bench, await connect(bench, 'https://service.test', { backgroundSlots: 40 }), { n: 40 })
        await pass(bench, 2 * second, 100)
        expect(states(bench).running).toBe(40)
        const from = bench.polls.length
        bench.tell((_, count) => limited(named[count % named.length] ?? null))
        await pass(bench, 2 * minute, 250)
        const refused = bench.polls.slice(from)
        expect(refused.length).toBeGreaterThan(0)
        // Ten that were open together, then what the halved bucket holds at the end of each wait of 1, 2, 4 …
        // 20 s.
        expect(mostAMinute(refused)).toBeLessThanOrEqual(60)
        bench.tell((taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] })))
        await pass(bench, 2 * minute, second)
        expect(states(bench)).toEqual({ saving: 40 })
        await bench.stop()
      }),
      { numRuns: cases(4) },
    )
  })

  test.each([null, 0, 1])(
    'for images, when it limits downloads and names a wait of %s ms',
    async (retryAfterMs) => {
      const urls = Array.from({ length: 10 }, (_, at) => `https://files.test/${at}`)
      const bench = await open({
        random: 0,
        onSubmit: accepted,
        onPoll: (taskId) => task(taskReading('done', { taskId, urls })),
      })
      enqueue(bench, await connect(bench, 'https://service.test'), { n: 4 })
      await pass(bench, 5 * second)
      expect(bench.queue.readyItems(100)).toHaveLength(40)

      const downloads: number[] = []
      const error = appError('rateLimited', { retry: 'free' })
      const service = { download: async () => ({ kind: 'retry', error, retryAfterMs }) as const }
      const address = { baseUrl: 'https://service.test', pathPrefix: '', key: null, proxy: null }
      const targets = { keyless: async () => address, keyed: async () => address }
      const files = <T>(work: () => Promise<T>): Promise<T> => work()
      const to = { connectionId: '', frozen: null, toFile: '', files, signal: new AbortController().signal }
      for (let at = 0; at < 4 * 120; at++) {
        for (const item of bench.queue.readyItems(4)) {
          downloads.push(bench.clock.monotonic())
          const fetched = await fetchItem({ service, targets, clock: bench.clock, random: () => 0 }, item, to)
          if (fetched.kind === 'setBack') bench.queue.itemSetBack(item.jobId, item.index, fetched.setback)
        }
        await pass(bench, 250, 250)
      }
      expect(mostAMinute(downloads)).toBeGreaterThan(4)
      expect(mostAMinute(downloads)).toBeLessThanOrEqual(60)
    },
  )

  test('that answers 429 without a wait: the second wait is longer than the first', async () => {
    const bench = await open({ random: 0, onSubmit: () => limited(0) })
    enqueue(bench, await connect(bench, 'https://service.test'))
    await pass(bench, 5 * second, 250)
    const [first = 0, next = 0, last = 0] = bench.posts
    expect(next - first).toBeGreaterThan(900)
    expect(last - next).toBeGreaterThan(1900)
  })

  test('that names no whole milliseconds, or no wait to one of two refused together, has both read at once', async () => {
    const service = await startLoopbackService()
    let answer = () => {}
    const together = new Promise<void>((resolve) => {
      answer = resolve
    })
    service.onPost = async (_, count) => {
      if (count === 2) answer()
      await together
      return { status: 429, headers: count === 1 ? {} : { 'retry-after-ms': '1000.5' }, body: {} }
    }
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    enqueue(queue, connection, { prompt: 'a moss' })
    await eventually(() => queue.db.all("SELECT 1 FROM attempts WHERE outcome = 'limited'").length === 2, {
      what: 'both answers that are read',
    })
    expect(queue.logger.lines).toEqual([])
  })

  test('by one run after another: the waits stay as long as they had become', async () => {
    const refuse = () => limited(0)
    const before = await open({ random: 0, onSubmit: refuse })
    enqueue(before, await connect(before, 'https://service.test'))
    await pass(before, 30 * second, 250)
    // At 0, 1, 3, 7 and 15 s.
    expect(before.posts).toHaveLength(5)
    await before.stop()

    const { folder } = before
    const at = before.clock.now() + 5 * second
    const next = await open({ random: 0, onSubmit: refuse, folder, at })
    await pass(next, minute, 250)
    const waited = next.posts.slice(1).map((time, index) => time - (next.posts[index] ?? 0))
    expect(next.posts.length).toBeGreaterThan(1)
    expect(Math.min(...waited)).toBeGreaterThanOrEqual(20 * second)
  })

  test('gets one request first once the user resumes it, and no sooner again', async () => {
    const bench = await open({ random: 0, onSubmit: () => limited(0) })
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection, { n: 20 })
    await pass(bench, 20 * second, 250)
    const before = bench.posts.length
    bench.queue.resumeConnection(connection.id)
    await pass(bench, 5 * second, 250)
    expect(bench.posts.length - before).toBe(1)
  })
})
