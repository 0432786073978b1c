import type { Connections } from '../../connections/connections'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import type { SubmitVerdict } from '../../service/verdict'
import type { Reach } from '../interruptions/reach'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { TaskProgress } from '../polling/taskProgress'
import type { ItemStore } from '../rows/itemStore'
import type { JobPatch, JobStore, StoredJob } from '../rows/jobStore'
import type { Attempt, Ledger } from '../rows/ledger'
import type { Breaker } from './breaker'
import { inFlightOf } from './slots'

export interface SubmitOutcomeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly connections: Pick<Connections, 'hold'>
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly ledger: Ledger
  readonly progress: TaskProgress
  readonly paces: ConnectionPaces
  readonly reach: Pick<Reach, 'missed' | 'answered'>
  readonly breaker: Breaker
}

/** Moves a job that was being sent on, by what its answer means, in one transaction. */
export type ApplySubmit = (jobId: string, attempt: Attempt, verdict: SubmitVerdict) => void

export function createApplySubmit(deps: SubmitOutcomeDeps): ApplySubmit {
  const { db, clock, connections, jobs, items, ledger, progress, paces, reach, breaker } = deps

  function answered({ connectionId }: StoredJob): void {
    paces.of(connectionId).answered()
    reach.answered(connectionId)
  }

  /** Nothing can send it any more once its connection is gone. */
  function sendLater(job: StoredJob, patch: JobPatch): void {
    const waiting = jobs.move(job, 'notSent', { ...patch, sentAt: null })
    if (!job.orphaned) return
    items.abandon(job.id)
    jobs.move(waiting, 'cancelled', { error: null, notBefore: null })
  }

  function move(job: StoredJob, { frozen }: Attempt, verdict: SubmitVerdict): void {
    switch (verdict.kind) {
      case 'accepted':
        answered(job)
        db.run('UPDATE batches SET succeeded_at = :now WHERE id = :id AND succeeded_at IS NULL', {
          id: job.batchId,
          now: clock.now(),
        })
        progress.accepted(job, verdict.reading)
        return
      case 'unsent': {
        const { error, hold } = verdict
        if (hold) connections.hold(job.connectionId, error, { polls: false, keyId: frozen.keyId })
        else reach.missed(job.connectionId, error)
        sendLater(job, { error, notBefore: null })
        return
      }
      case 'limited': {
        reach.answered(job.connectionId)
        const inFlight = inFlightOf(db, job.connectionId)
        const notBefore = clock.now() + paces.of(job.connectionId).sendLimited(verdict.retryAfterMs, inFlight)
        sendLater(job, { error: verdict.error, notBefore })
        return
      }
      case 'refused':
      case 'failed':
        answered(job)
        items.abandon(job.id)
        jobs.move(job, 'refused', {
          error: verdict.error,
          // A refusal bills nothing; a time before, which nobody answered, may have been billed all the same.
          billed: verdict.kind === 'refused' ? job.billed : 'maybe',
        })
        return
      case 'uncertain':
        jobs.move(job, 'leftUncertain', { error: verdict.error, billed: 'maybe' })
        return
    }
  }

  return (jobId, attempt, verdict) =>
    db.transaction(() => {
      const job = jobs.need(jobId)
      ledger.concluded(attempt.id, verdict.kind, verdict.kind === 'accepted' ? null : verdict.error)
      move(job, attempt, verdict)
      breaker.ended(job.connectionId, verdict)
    })
}
