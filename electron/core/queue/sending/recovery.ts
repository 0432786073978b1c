import { appError } from '@shared/errors'
import type { Database } from '../../db/database'
import type { ServiceClient } from '../../service/serviceClient'
import type { JobStore } from '../rows/jobStore'
import type { Ledger } from '../rows/ledger'
import type { Claim, Submitter } from './submitter'

/**
 * Takes up what a kill left. Jobs that were being sent: with a committed answer it is read now, and so are the images
 * alone that came before it could be committed; without any the service may have taken them, so they are uncertain.
 * Nothing can be sent before it has ended, and it can be called again when it failed.
 */
export async function recover(deps: {
  readonly db: Database
  readonly jobs: JobStore
  readonly ledger: Ledger
  readonly service: Pick<ServiceClient, 'findAnswer'>
  readonly submitter: Pick<Submitter, 'read'>
}): Promise<void> {
  const { db, jobs, ledger, submitter } = deps
  await keepFoundAnswers(deps)
  const answered: Claim[] = []
  db.transaction(() => {
    for (const { jobId, attempt } of ledger.left()) {
      const job = jobs.need(jobId)
      if (attempt !== null && attempt.exchange !== null) {
        answered.push({ job, attempt })
        continue
      }
      const error = appError('interrupted', { retry: 'maybeTwice' })
      if (attempt !== null) ledger.concluded(attempt.id, 'interrupted', error)
      jobs.move(job, 'leftUncertain', { error, billed: 'maybe' })
    }
  })
  for (const claim of answered) await submitter.read(claim)
  ledger.open()
}

/** Of a paid answer whose images are in their files already, nothing is lost with the process that read it. */
async function keepFoundAnswers({
  ledger,
  service,
}: {
  readonly ledger: Ledger
  readonly service: Pick<ServiceClient, 'findAnswer'>
}): Promise<void> {
  for (const { attempt } of ledger.left()) {
    if (attempt === null || attempt.exchange !== null) continue
    const found = await service.findAnswer(attempt.id)
    if (found !== null) ledger.exchanged(attempt.id, found)
  }
}
