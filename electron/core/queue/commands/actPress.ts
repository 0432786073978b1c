import { jobStateSchema } from '@shared/model/job'
import { z } from 'zod'
import { sameOrigin } from '../../connections/targets'
import type { Database } from '../../db/database'
import { isIn } from '../../jobMachine'
import type { Clock } from '../../ports'
import type { ItemStore } from '../rows/itemStore'
import { type StoredJob, storedError } from '../rows/jobFields'
import type { JobStore } from '../rows/jobStore'
import type { PressRow } from '../rows/pressRows'
import { type PressWork, type Verdict, workByRow } from './pressWork'

/** What settling a job, or waiting for it or not, can change. */
const standingSchema = z.object({
  state: jobStateSchema,
  isSettled: z.boolean(),
  waitingStopped: z.boolean(),
  /** JSON, as it is stored. */
  attention: z.string().nullable(),
  /** The end of its batch had been announced. */
  announced: z.boolean(),
})
type Standing = z.infer<typeof standingSchema>

/** How a job stands, as a row of a press keeps it. */
export function standingText(job: StoredJob, { announced }: Pick<Standing, 'announced'>): string {
  const { state, settledAt, waitingStopped, attention } = job
  const standing: Standing = {
    state,
    isSettled: settledAt !== null,
    waitingStopped,
    attention: attention === null ? null : JSON.stringify(attention),
    announced,
  }
  return JSON.stringify(standing)
}

/** A job that is still as the action left it becomes what it was. */
export function createActPress(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: JobStore
  readonly items: Pick<ItemStore, 'abandon' | 'expectAgain'>
}): PressWork {
  const { db, clock, jobs, items } = deps

  function change(jobId: string, from: Standing, to: Standing): Verdict {
    const job = jobs.find(jobId)
    if (job === null || !isStill(job, from)) return 'left'
    if (isUnderWay(to) && !to.announced)
      db.run('UPDATE batches SET notified_at = NULL WHERE id = :batchId', { batchId: job.batchId })
    if (from.state === to.state)
      jobs.patch(job, { waitingStopped: to.waitingStopped, attention: storedError(to.attention) })
    else if (to.isSettled) {
      items.abandon(jobId)
      jobs.move(job, 'settled', { settledAt: clock.now() })
    } else {
      items.expectAgain(jobId)
      jobs.move(job, 'unsettled', { settledAt: null })
    }
    return 'changed'
  }

  const work = workByRow(standingSchema, change)
  /** Its connection has another address since: sent again, it would go to another service. */
  const hasMoved = ({ jobId }: PressRow): boolean => {
    const sent = db.get<{ origin: string; now: string }>(
      `SELECT origin, base_url AS now FROM attempts JOIN jobs ON jobs.id = job_id
         JOIN connections ON connections.id = connection_id
       WHERE job_id = :jobId AND settled_at IS NOT NULL ORDER BY number DESC LIMIT 1`,
      { jobId },
    )
    return sent !== undefined && !sameOrigin(sent.origin, sent.now)
  }
  return {
    ...work,
    takeBack: (rows) =>
      rows.flatMap((row): readonly Verdict[] =>
        !row.stands || hasMoved(row) ? ['left'] : work.takeBack([row]),
      ),
  }
}

/** While one of its jobs is, the end of a batch isn't announced. */
const isUnderWay = ({ state, waitingStopped, attention }: Standing): boolean =>
  state === 'running' && !waitingStopped && attention === null

/** A task that is waited for again may need the user meanwhile, which changes nothing. */
function isStill(job: StoredJob, from: Standing): boolean {
  const isAttended = (job.attention === null) === (from.attention === null)
  return (
    job.state === from.state &&
    (job.settledAt !== null) === from.isSettled &&
    job.waitingStopped === from.waitingStopped &&
    (isIn('ended', job.state) ? isAttended && !job.retried : true)
  )
}
