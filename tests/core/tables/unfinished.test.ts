import { expect, test } from 'vitest'
import { newId } from '../../../electron/core/ids'
import { createTableQueueing } from '../../../electron/core/tables/tableQueueing'
import { eventually } from '../../support/eventually'
import { fallTwice, takeUpNext, watchStart } from '../../support/fallenStarts'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testGuard } from '../../support/testGuard'
import { openBench } from '../queue/bench'
import { connect, draft } from '../queue/queueHarness'

/**
 * Two batches of tables that an earlier run did not finish, and the queuing of a run whose starts are
 * watched.
 */
async function leftBehind() {
  const folder = temporaryFolder()
  const earlier = await openBench(folder)
  const { id: connectionId } = await connect(earlier, 'https://service.test')
  const ids = [newId(earlier.clock.now()), newId(earlier.clock.now())] as const
  for (const id of ids) {
    const batch = earlier.queue.beginBatch({ id, connectionId, jobs: 2, first: false })
    const request = { model: 'm', prompt: 'a wren' }
    batch.add([{ request, images: 1, mode: 'background', row: 1, name: null }])
  }
  await earlier.stop()
  const bench = await openBench(folder)
  const profile = temporaryFolder()
  function start() {
    const starts = watchStart(profile)
    const queueing = createTableQueueing({ ...bench, lookup: { find: () => [] }, guard: testGuard(), starts })
    queueing.start()
    return { starts, queueing }
  }
  return { bench, connectionId, profile, ids, start, left: () => bench.queue.halfWrittenBatches() }
}

test('a batch that ended starts is not withdrawn before a retry, and all others are', async () => {
  const { profile, ids, start, left } = await leftBehind()
  fallTwice(profile, ['batch', ids[0]])
  const { starts, queueing } = start()
  await eventually(() => !left().includes(ids[1]), { what: 'the end of the other batch' })
  expect(left()).toEqual([ids[0]])
  takeUpNext(starts)
  queueing.start()
  await eventually(() => left().length === 0, { what: 'the end of the batch that was left out' })
})

test('a table that is not opened again leaves nothing of its batch behind', async () => {
  const { profile, ids, start, left } = await leftBehind()
  fallTwice(profile, ['table', ids[0]])
  start()
  await eventually(() => left().length === 0, { what: 'the end of both batches' })
})

test('a late start leaves alone what this run is writing', async () => {
  const { bench, connectionId, start, left } = await leftBehind()
  const words = Array.from({ length: 40 }, (_, at) => String(at).padStart(10_000, 'fern ')).join('\n')
  const long = draft({ prompt: '{{a}}', variables: { a: words }, mode: 'direct' })
  bench.queue.pause()
  const enqueuing = bench.queue.enqueueInParts(connectionId, long, { first: false })
  start()
  expect(await enqueuing).toMatchObject({ jobs: 40 })
  await eventually(() => left().length === 0, { what: 'the end of both batches' })
  expect(bench.queue.overview(10).waiting).toMatchObject([{ jobs: 40 }])
})
