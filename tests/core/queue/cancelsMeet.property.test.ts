import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { expectCounted } from './countedRows'
import { callOf } from './pressed'
import { connect, enqueue, openQueue } from './queueHarness'

/** A command handles one row a turn, so that a few rows are enough to meet it at work. */
vi.mock('@shared/model/partSizes', async (original) => ({
  ...(await original<object>()),
  commandSteps: { firstRows: 1, inTurn: 1 },
}))

/** `at` picks among what is there; `turns`: how many pass before the next step, null: until all that was begun is done. */
const stepSchema = fc.record({
  kind: fc.constantFrom('one', 'one', 'batch', 'all', 'undo', 'undo', 'undo', 'redo'),
  at: fc.nat(5),
  turns: fc.constantFrom(null, 0, 1, 2),
})
type Step = typeof stepSchema extends fc.Arbitrary<infer Value> ? Value : never

interface Cancel {
  /** The rows that it was about, whoever had cancelled them. */
  readonly about: ReadonlySet<number>
  /** Null until it is answered, and if it changed nothing. */
  press: number | null
  isUndone: boolean
  answer: Promise<void>
}

const step = (kind: Step['kind'], at = 0, turns: Step['turns'] = null): Step => ({ kind, at, turns })
/** Of requests that are cancelled by themselves beside their batch, which is taken back before or after them. */
const examples: readonly [Step[]][] = [
  [[step('batch', 0, 1), step('one', 3), step('undo')]],
  [[step('batch', 0, 1), step('one', 0), step('undo')]],
  [[step('batch'), step('undo', 0, 1), step('one', 3)]],
  [[step('one'), step('batch'), step('undo'), step('redo'), step('undo', 1)]],
  // Beside what is done again.
  [[step('batch'), step('undo'), step('redo', 0, 1), step('all'), step('undo', 1)]],
  [[step('batch'), step('undo'), step('redo', 0, 2), step('one'), step('undo', 1)]],
  [
    [
      ...[step('batch', 0, 1), step('one'), step('undo'), step('undo'), step('redo'), step('redo')],
      step('undo', 1),
    ],
  ],
]

/** Two batches, and what is pressed about them as the window allows it: any Undo that it shows, and the last Redo. */
async function scene() {
  const harness = await openQueue()
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const batches = ['{a|b|c|d}', '{e|f}'].map((prompt) => enqueue(harness, connection, { prompt }))
  const call = callOf(harness)
  const given: Cancel[] = []
  /** The last one can be done again, until the next action. */
  let redoable: Cancel[] = []
  const begun: Promise<unknown>[] = []
  const jobs = () =>
    harness.db.all<{ row: number; id: string; batch: string; state: string }>(
      'SELECT rowid AS row, id, batch_id AS batch, state FROM jobs ORDER BY rowid',
    )

  function cancel(kind: 'one' | 'batch' | 'all', at: number): Promise<unknown> {
    const all = jobs()
    const batch = batches[at % batches.length] ?? ''
    const [one = { row: 0, id: '' }] = all.slice(at)
    const answers = {
      one: () => call('jobs.act', { ids: [one.id], action: 'cancel' }),
      batch: () => call('batches.cancel', { id: batch }),
      all: () => call('queue.cancelWaiting', null),
    }
    const meant = { one: [one], batch: all.filter((job) => job.batch === batch), all }[kind]
    const cancelled: Cancel = {
      about: new Set(meant.map(({ row }) => row)),
      press: null,
      isUndone: false,
      answer: Promise.resolve(),
    }
    cancelled.answer = answers[kind]().then(({ press }) => {
      cancelled.press = press
    })
    given.push(cancelled)
    redoable = []
    return cancelled.answer
  }

  async function undo(at: number): Promise<void> {
    const able = given.filter(({ press, isUndone }) => press !== null && !isUndone)
    const one = able[at % Math.max(1, able.length)]
    if (one?.press == null) return
    one.isUndone = true
    const actions = given.length
    const { done } = await call('presses.takeBack', { press: one.press })
    if (done > 0 && actions === given.length) redoable.push(one)
  }

  async function redo(): Promise<void> {
    const one = redoable.pop()
    if (one?.press == null) return
    one.isUndone = false
    await call('presses.doAgain', { press: one.press })
  }

  async function take({ kind, at, turns }: Step): Promise<void> {
    if (kind === 'undo') await Promise.all(given.map(({ answer }) => answer))
    if (kind === 'redo') await Promise.all(begun)
    const work = kind === 'undo' ? undo(at) : kind === 'redo' ? redo() : cancel(kind, at)
    begun.push(work)
    for (let turn = 0; turn < (turns ?? 0); turn++) await nextTurn()
    if (turns === null) await Promise.all(begun)
  }

  return { harness, given, jobs, take, end: () => Promise.all(begun) }
}

test('whichever cancels meet, what one of them is about waits only once each of these is taken back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepSchema, { minLength: 3, maxLength: 8 }), async (steps) => {
      const { harness, given, jobs, take, end } = await scene()
      for (const step of steps) await take(step)
      await end()
      for (const { row, state } of jobs()) {
        const standing = given.filter(({ about, isUndone }) => about.has(row) && !isUndone)
        if (standing.some(({ press }) => press !== null)) expect(state).toBe('cancelled')
        if (standing.length === 0) expect(state).toBe('queued')
      }
      expectCounted(harness.db)
      await harness.stop()
    }),
    { numRuns: cases(25, 500), examples: [...examples] },
  )
})
