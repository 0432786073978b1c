import { appError } from '@shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { taskReading } from '../../support/scriptedClient'
import { calm, openBench } from './bench'
import { expectCounted } from './countedRows'
import { type Call, callOf, worldOf } from './pressed'
import { connect, draft, enqueue, type QueueHarness } from './queueHarness'

const place = fc.constantFrom('top', 'up', 'down', 'bottom')
const at = fc.nat(40)

/** What the user presses; `at` picks among what is there. */
const deed = fc.oneof(
  fc.record({
    kind: fc.constant('act' as const),
    action: fc.constantFrom('cancel', 'settle', 'stopWaiting', 'waitAgain'),
    at,
    several: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('cancelBatch' as const), at }),
  fc.record({ kind: fc.constant('cancelAll' as const) }),
  fc.record({ kind: fc.constant('placeJob' as const), at, to: place }),
  fc.record({ kind: fc.constant('placeBatch' as const), at, to: place }),
  fc.record({
    kind: fc.constant('prioritize' as const),
    at,
    priority: fc.constantFrom('high', 'normal', 'low'),
  }),
  fc.record({ kind: fc.constant('edit' as const), at }),
  fc.record({ kind: fc.constant('clear' as const) }),
)
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never

const step = fc.oneof(
  { weight: 3, arbitrary: deed },
  { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'redo' as const }) },
)

function some({ db }: QueueHarness, sql: string, at: number): string {
  const rows = db.all<{ id: string }>(sql)
  return rows[at % Math.max(1, rows.length)]?.id ?? 'none'
}

async function pressed(harness: QueueHarness, call: Call, deed: Deed): Promise<number | null> {
  // Rows keep their numbers through every Undo, but not their ids.
  const job = (at: number, where = 'TRUE') =>
    some(harness, `SELECT id FROM jobs WHERE ${where} ORDER BY rowid`, at)
  const batch = (at: number) => some(harness, 'SELECT id FROM batches ORDER BY id', at)
  const { variables: _, ...asked } = draft({ prompt: 'moss' })
  switch (deed.kind) {
    case 'act': {
      const ids = deed.several ? [0, 1, 2, 3, 4].map((more) => job(deed.at + more)) : [job(deed.at)]
      return (await call('jobs.act', { ids, action: deed.action })).press
    }
    case 'cancelBatch':
      return (await call('batches.cancel', { id: batch(deed.at) })).press
    case 'cancelAll':
      return (await call('queue.cancelWaiting', null)).press
    case 'placeJob':
      return (await call('jobs.place', { id: job(deed.at), place: { to: deed.to } })).press
    case 'placeBatch':
      return (await call('batches.place', { id: batch(deed.at), place: { to: deed.to } })).press
    case 'prioritize':
      return (await call('batches.prioritize', { id: batch(deed.at), priority: deed.priority })).press
    case 'edit': {
      const id = job(deed.at, "state = 'queued'")
      if (id === 'none') return null
      return (await call('jobs.edit', { id, draft: asked })).press
    }
    case 'clear':
      return (await call('queue.clearFinished', null)).press
  }
}

/** Jobs that wait, run, failed, are uncertain and need the user, in several batches; nothing more is sent. */
async function scene() {
  const bench = await openBench()
  const connection = await connect(bench, 'https://service.test')
  const lost = appError('connectionLost', { retry: 'maybeTwice' })
  bench.client.onSubmit = () => ({ kind: 'uncertain', error: lost })
  enqueue(bench, connection, { prompt: 'lost' })
  await calm()
  bench.client.onSubmit = () => ({ kind: 'refused', error: appError('moderated') })
  enqueue(bench, connection, { prompt: 'refused' })
  await calm()
  bench.db.run('UPDATE jobs SET attention_json = error_json WHERE rowid = 2')
  bench.client.onSubmit = (jobId) => ({
    kind: 'accepted',
    reading: taskReading('running', { taskId: `task-${jobId}` }),
  })
  enqueue(bench, connection, { prompt: '{x|y}' })
  await calm()
  bench.queue.pause()
  for (const prompt of ['{a|b|c}', 'd', '{e|f}']) enqueue(bench, connection, { prompt })
  bench.clock.advance(1)
  await calm()
  return { ...bench, call: callOf(bench) }
}

/** Without the ids, which a request that comes back has anew, and without when polls fall due. */
const seen = (harness: QueueHarness) => worldOf(harness, { ids: false })

test('whatever is done, each Undo leads to what was there before, each Redo to what was there after, and neither sends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const one = await scene()
      const { sent } = one.client
      const before = sent.length
      const presses: number[] = []
      const worlds = [seen(one)]
      let depth = 0
      for (const step of steps) {
        if (step.kind === 'undo' || step.kind === 'redo') {
          const press = step.kind === 'undo' ? presses[depth - 1] : presses[depth]
          if (press === undefined) continue
          const { left } = await one.call(step.kind === 'undo' ? 'presses.takeBack' : 'presses.doAgain', {
            press,
          })
          expect(left).toBe(0)
          depth += step.kind === 'undo' ? -1 : 1
        } else {
          const press = await pressed(one, one.call, step)
          if (press === null) continue
          presses.splice(depth, Number.POSITIVE_INFINITY, press)
          depth += 1
          worlds.splice(depth)
        }
        await calm()
        expect(sent).toHaveLength(before)
        expectCounted(one.db)
        if (depth < worlds.length) expect(seen(one)).toEqual(worlds[depth])
        else worlds.push(seen(one))
      }
      await one.stop()
    }),
    { numRuns: cases(10, 200) },
  )
})
