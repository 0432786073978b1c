import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, only, openQueue, statesBecome } from './queueHarness'

/** A job whose task runs; then its row is as old as a disk leaves it that kept the ledger's page and not the job's. */
async function withOldRow(outcome: string | null, exchange: 'kept' | 'lost') {
  const service = await startLoopbackService()
  service.onPoll = (id) => ({ body: { task_id: id, status: 'processing', data: [] } })
  const before = await openQueue({ folder: temporaryFolder() })
  enqueue(before, await connect(before, service.baseUrl))
  await statesBecome(before, { running: 1 })
  const { id } = only(allJobs(before))
  before.db.run(
    "UPDATE jobs SET state = 'queued', task_id = NULL, sent_at = NULL, billed = 'no' WHERE id = :id",
    { id },
  )
  before.db.run('UPDATE attempts SET outcome = :outcome', { outcome })
  if (exchange === 'lost') before.db.run('UPDATE attempts SET exchange_json = NULL')
  await before.stop()
  return { after: await openQueue({ folder: before.folder }), service, id }
}

describe('a waiting job whose row is older than the ledger', () => {
  test.each(['accepted', null])(
    'goes on with the answer that was kept (its attempt is %s)',
    async (outcome) => {
      const { after, service } = await withOldRow(outcome, 'kept')
      await statesBecome(after, { running: 1 })
      expect(service.posts).toHaveLength(1)
    },
  )

  test.each(['accepted', 'failed', 'uncertain', 'interrupted', null])(
    'is uncertain without one (its attempt is %s), and once it is sent again a start leaves it waiting',
    async (outcome) => {
      const { after, service, id } = await withOldRow(outcome, 'lost')
      await statesBecome(after, { uncertain: 1 })
      expect(service.posts).toHaveLength(1)
      after.queue.pause()
      await after.queue.act([id], 'sendAgain')
      await after.stop()
      await statesBecome(await openQueue({ folder: after.folder }), { queued: 1 })
    },
  )
})
