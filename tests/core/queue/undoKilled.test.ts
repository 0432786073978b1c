import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { realClock } from '../../support/fakeClock'
import { createScriptedClient } from '../../support/scriptedClient'
import { memorySecrets } from '../../support/testPorts'
import { count, enqueueBig, finished, killed } from './bigQueue'
import { expectCounted } from './countedRows'
import { type Call, callOf, pressOf, worldOf } from './pressed'
import { connect, openQueue, type QueueHarness, states, statesBecome } from './queueHarness'

interface World extends QueueHarness {
  readonly call: Call
  readonly big: string
}

async function world(options: Parameters<typeof openQueue>[0] = {}): Promise<World> {
  const harness = await openQueue(options)
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const big = enqueueBig(harness, connection.id, 'big')
  return { ...harness, call: callOf(harness), big }
}

const commands = {
  cancel: ({ call, big }) => call('batches.cancel', { id: big }),
  prioritize: ({ call, big }) => call('batches.prioritize', { id: big, priority: 'high' }),
} as const satisfies Record<string, (world: World) => Promise<{ readonly press: number | null }>>

/** Without the times at which rows ended. */
const seen = (harness: QueueHarness) => {
  const { jobs, ...others } = worldOf(harness)
  return { ...others, jobs: jobs.map(({ ended_at: _, ...job }) => job) }
}

describe('an Undo on very many rows, killed in the middle', () => {
  test('goes on at the next start, and so does a Redo', async () => {
    const names = Object.keys(commands) as (keyof typeof commands)[]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom('takeBack', 'doAgain'),
        fc.integer({ min: 0, max: 6 }),
        async (name, way, turns) => {
          const first = await world({ clock: realClock })
          const before = seen(first)
          const press = pressOf(await commands[name](first))
          const after = seen(first)
          if (way === 'doAgain') await first.call('presses.takeBack', { press })
          const running = first.call(`presses.${way}`, { press }).catch(() => {})
          for (let turn = 0; turn < turns; turn++) await nextTurn()
          const folder = killed(first.folder)
          await first.stop()
          await running
          const next = await openQueue({ folder, started: false })
          expectCounted(next.db)
          next.bulk.review()
          next.bulk.start()
          await finished(next)
          expect(seen(next).jobs).toEqual((way === 'takeBack' ? before : after).jobs)
          expectCounted(next.db)
          await expect(callOf(next)('presses.takeBack', { press })).rejects.toThrow('undoTooLate')
          await next.stop()
        },
      ),
      { numRuns: cases(5) },
    )
  })

  test('keeps a cancel that is done again from sending anything it is about', async () => {
    const secrets = memorySecrets()
    const first = await world({ clock: realClock, secrets })
    const press = pressOf(await commands.cancel(first))
    await first.call('presses.takeBack', { press })
    const running = first.call('presses.doAgain', { press }).catch(() => {})
    const folder = killed(first.folder)
    expect(states(first).queued).toBeGreaterThan(0)
    await first.stop()
    await running

    const service = createScriptedClient()
    const second = await openQueue({ folder, service, secrets, started: false })
    second.queue.resume()
    await second.queue.start()
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    expect(service.sent).toEqual([])
    second.bulk.start()
    await statesBecome(second, { cancelled: count })
    expect(service.sent).toEqual([])
  })

  test('asks before it sends what has waited for a long time', async () => {
    const secrets = memorySecrets()
    const first = await world({ secrets })
    first.db.run('UPDATE jobs SET created_at = 1')
    const press = pressOf(await commands.cancel(first))
    const running = first.call('presses.takeBack', { press }).catch(() => {})
    first.queue.resume()
    const folder = killed(first.folder)
    await first.stop()
    await running

    const service = createScriptedClient()
    const second = await openQueue({ folder, service, secrets })
    await statesBecome(second, { queued: count })
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    expect(service.sent).toEqual([])
    expect(second.queue.overview(9).question).toMatchObject({ costs: [{ cost: { requests: count } }] })
  })

  test('changes a few rows at a time', async () => {
    const one = await world()
    const press = pressOf(await commands.cancel(one))
    for (const way of ['takeBack', 'doAgain'] as const) {
      let last = states(one).queued ?? 0
      let turns = 0
      let isOver = false
      const command = one.call(`presses.${way}`, { press }).finally(() => {
        isOver = true
      })
      while (!isOver) {
        const now = states(one).queued ?? 0
        expect(Math.abs(now - last)).toBeLessThanOrEqual(500)
        if (now !== last) turns += 1
        last = now
        await nextTurn()
      }
      await command
      expect(turns).toBeGreaterThan(2)
    }
  })

  test('leaves what earlier runs recorded only until the first press of the next one', async () => {
    const first = await world()
    await commands.cancel(first)
    await first.stop()
    const second = await openQueue({ folder: first.folder })
    const rows = () => second.db.get('SELECT count(*) AS rows FROM press_rows')
    expect(rows()).toEqual({ rows: count })
    const connection = second.connections.list()[0]?.id ?? ''
    const { batchId } = second.queue.enqueue(
      connection,
      { prompt: 'a', model: 'm', size: '', n: 1, mode: 'background', image: [], variables: {} },
      { first: false },
    )
    await callOf(second)('batches.cancel', { id: batchId })
    await finished(second)
    expect(rows()).toEqual({ rows: 1 })
  })
})
