import { appError } from '@shared/errors'
import type { Database } from '../../../db/database'
import type { ServiceClient } from '../../../service/serviceClient'
import type { StartRecord } from '../../../startRecord'
import { mayBeBilled } from '../../rows/jobFields'
import type { JobStore } from '../../rows/jobStore'
import type { Attempt, Ledger } from '../../rows/ledger'
import type { Claim, Submitter } from './submitter'

interface RecoveryDeps {
  readonly db: Database
  readonly jobs: JobStore
  readonly ledger: Ledger
  readonly service: Pick<ServiceClient, 'findAnswer'>
  readonly submitter: Pick<Submitter, 'read'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
}

/**
 * Takes up what a kill left behind. A job that was being sent: if its answer was committed, it is read now; if only its
 * images had come whole by then, they are read. Without either, the service may have taken the request, so the job is
 * uncertain. Nothing can be sent before this has ended; it can be called again if it failed. An answer that is left out
 * stays as it is, and so does its job.
 */
export async function recover(deps: RecoveryDeps): Promise<void> {
  const { ledger, starts } = deps
  sendingAnew(deps)
  const left = () => ledger.left().filter(({ jobId }) => !starts.isLeftOut('answer', jobId))
  await recoverSending(deps, left)
  ledger.open()
}

/** A job's row that is older than the ledger: it was being sent at least, and must not be sent as if it never was. */
function sendingAnew({ db, jobs, ledger }: RecoveryDeps): void {
  db.transaction(() => {
    for (const { jobId, sentAt } of ledger.ahead()) jobs.move(jobs.need(jobId), 'claimed', { sentAt })
  })
}

/** Takes up the answer to one job, which was left out before. */
export async function recoverAnswer(deps: RecoveryDeps, jobId: string): Promise<void> {
  const { jobs, ledger } = deps
  await recoverSending(deps, () =>
    jobs.find(jobId)?.state === 'sending' ? [{ jobId, attempt: ledger.latest(jobId) }] : [],
  )
}

type Left = () => readonly { readonly jobId: string; readonly attempt: Attempt | null }[]

async function recoverSending(deps: RecoveryDeps, left: Left): Promise<void> {
  const { db, jobs, ledger, submitter, starts } = deps
  await keepFoundAnswers(deps, left)
  const answered: Claim[] = []
  db.transaction(() => {
    for (const { jobId, attempt } of left()) {
      const job = jobs.need(jobId)
      if (attempt !== null && attempt.exchange !== null) {
        answered.push({ job, attempt })
        continue
      }
      const error = appError('interrupted', { retry: 'maybeTwice' })
      if (attempt !== null) ledger.concluded(attempt.id, 'interrupted', error)
      jobs.move(job, 'leftUncertain', { error, billed: mayBeBilled(job) })
    }
  })
  for (const claim of answered) await starts.during('answer', claim.job.id, () => submitter.read(claim))
}

/** If the images of a paid answer are already in their files, nothing is lost with the process that read it. */
async function keepFoundAnswers({ ledger, service, starts }: RecoveryDeps, left: Left): Promise<void> {
  for (const { jobId, attempt } of left()) {
    if (attempt === null || attempt.exchange !== null) continue
    const found = await starts.during('answer', jobId, () => service.findAnswer(attempt.id))
    if (found !== null) ledger.exchanged(attempt.id, found)
  }
}
