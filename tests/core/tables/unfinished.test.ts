import { expect, test } from 'vitest'
import { newId } from '../../../electron/core/ids'
import { createTableQueueing } from '../../../electron/core/tables/tableQueueing'
import { eventually } from '../../support/eventually'
import { fallTwice, watchStart } from '../../support/fallenStarts'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testGuard } from '../../support/testGuard'
import { openBench } from '../queue/bench'
import { connect } from '../queue/queueHarness'

/**
 * Two batches of tables that an earlier run did not finish, and the queuing of a run whose starts are
 * watched.
 */
async function leftBehind() {
  const bench = await openBench()
  const { id: connectionId } = await connect(bench, 'https://service.test')
  const ids = [newId(bench.clock.now()), newId(bench.clock.now())] as const
  for (const id of ids) {
    const batch = bench.queue.beginBatch({ id, connectionId, jobs: 2, first: false })
    const request = { model: 'm', prompt: 'a wren' }
    batch.add([{ request, images: 1, mode: 'background', row: 1, name: null }])
  }
  const profile = temporaryFolder()
  function start() {
    const starts = watchStart(profile)
    const queueing = createTableQueueing({ ...bench, guard: testGuard(), starts })
    queueing.start()
    return { starts, queueing }
  }
  return { profile, ids, start, left: () => bench.queue.halfWrittenBatches() }
}

test('a batch that ended starts is not withdrawn before a retry, and all others are', async () => {
  const { profile, ids, start, left } = await leftBehind()
  fallTwice(profile, 'batch', ids[0])
  const { starts, queueing } = start()
  await eventually(() => !left().includes(ids[1]), { what: 'the end of the other batch' })
  expect(left()).toEqual([ids[0]])
  starts.tryNext()
  queueing.start()
  await eventually(() => left().length === 0, { what: 'the end of the batch that was left out' })
})

test('a table that is not opened again leaves nothing of its batch behind', async () => {
  const { profile, ids, start, left } = await leftBehind()
  fallTwice(profile, 'table', ids[0])
  start()
  await eventually(() => left().length === 0, { what: 'the end of both batches' })
})
