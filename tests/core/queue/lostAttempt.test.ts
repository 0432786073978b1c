import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, openQueue } from './queueHarness'

test('a job whose last request is lost from the ledger is not sent because of an earlier answer', async () => {
  const service = await startLoopbackService()
  const harness = await openQueue({ started: false })
  const { db, queue } = harness
  const connection = await connect(harness, service.baseUrl)
  enqueue(harness, connection)
  const [job] = allJobs(harness)
  // It was refused because of too many requests, then sent again; the row of that second send is gone.
  const answer = { status: 429, headers: {}, body: { kind: 'text', text: '{}' }, lifted: {}, complete: true }
  db.run("UPDATE jobs SET state = 'sending', sent_at = 1 WHERE id = :id", { id: job?.id ?? '' })
  db.run(
    `INSERT INTO attempts (id, job_id, number, origin, path_prefix, started_at, exchanged_at, exchange_json, outcome)
     VALUES ('first', :id, 1, :origin, '/api/v1', 1, 1, :exchange, 'limited')`,
    { id: job?.id ?? '', origin: service.baseUrl, exchange: JSON.stringify({ kind: 'answered', answer }) },
  )
  await queue.start()
  await eventually(() => allJobs(harness)[0]?.state === 'uncertain')
  expect(service.posts).toEqual([])
})
