import type { Connections } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import type { Clock } from '../../../ports'
import { withAddress } from '../../../service/taskAddress'
import type { SubmitVerdict } from '../../../service/verdict'
import { batchSucceeded } from '../../rows/batchSuccess'
import type { FoundImages } from '../../rows/foundImages'
import type { ItemStore } from '../../rows/itemStore'
import { type JobPatch, mayBeBilled, type StoredJob } from '../../rows/jobFields'
import type { JobProgress } from '../../rows/jobProgress'
import type { JobStore } from '../../rows/jobStore'
import type { Attempt, Ledger } from '../../rows/ledger'
import type { Reach } from '../interruptions/reach'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { Breaker } from './breaker'
import { inFlightOf } from './slots'

export interface SubmitOutcomeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly connections: Pick<Connections, 'hold' | 'live'>
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly found: Pick<FoundImages, 'record'>
  readonly ledger: Ledger
  readonly progress: JobProgress
  readonly paces: ConnectionPaces
  readonly reach: Pick<Reach, 'missed' | 'answered' | 'told'>
  readonly breaker: Breaker
}

/** Applies what an answer means to the job that was being sent, in one transaction. */
export type ApplySubmit = (jobId: string, attempt: Attempt, verdict: SubmitVerdict) => void

export function createApplySubmit(deps: SubmitOutcomeDeps): ApplySubmit {
  const { db, clock, connections, jobs, items, found, ledger, progress, paces, reach, breaker } = deps

  /** It waits for its next turn, unless it was cancelled, or its connection removed, while it was being sent. */
  function comeBack(job: StoredJob, patch: Pick<JobPatch, 'error' | 'notBefore'>): StoredJob {
    const waiting = jobs.move(job, 'notSent', { ...patch, sentAt: null })
    const isDropped = db.get('SELECT 1 FROM jobs WHERE id = :id AND dropped', { id: job.id }) !== undefined
    if (!isDropped && connections.live(job.connectionId) !== null) return waiting
    items.abandon(job.id)
    return jobs.move(waiting, 'cancelled', { error: null, notBefore: null })
  }

  function move(job: StoredJob, { frozen, exchange }: Attempt, verdict: SubmitVerdict): StoredJob {
    switch (verdict.kind) {
      case 'accepted':
        paces.of(job.connectionId).taken()
        reach.answered(job.connectionId)
        if (!verdict.reading.isProvisional) batchSucceeded(db, job.batchId, clock.now())
        return progress.accepted(job, withAddress(verdict.reading, frozen))
      case 'unsent': {
        const { hold } = verdict
        const error = reach.told(job.connectionId, verdict.error)
        // The user took it back: it shows nothing about the service.
        if (exchange?.kind === 'aborted' && exchange.by === 'person')
          return comeBack(job, { error: null, notBefore: null })
        paces.of(job.connectionId).unsent()
        if (hold) connections.hold(job.connectionId, error, { polls: false, keyId: frozen.keyId })
        else reach.missed(job.connectionId, error)
        return comeBack(job, { error, notBefore: null })
      }
      case 'limited': {
        reach.answered(job.connectionId)
        const inFlight = inFlightOf(db, job.connectionId)
        const notBefore = clock.now() + paces.of(job.connectionId).sendLimited(verdict.retryAfterMs, inFlight)
        return comeBack(job, { error: verdict.error, notBefore })
      }
      case 'refused':
      case 'failed':
        paces.of(job.connectionId).fruitless()
        reach.answered(job.connectionId)
        items.abandon(job.id)
        return jobs.move(job, 'refused', {
          error: verdict.error,
          // A refusal bills nothing, but an earlier attempt that nobody answered may have been billed.
          billed: verdict.kind === 'refused' ? job.billed : 'maybe',
        })
      case 'uncertain':
        paces.of(job.connectionId).fruitless()
        return jobs.move(job, 'leftUncertain', { error: verdict.error, billed: mayBeBilled(job) })
    }
  }

  return (jobId, attempt, verdict) =>
    db.transaction(() => {
      const job = jobs.need(jobId)
      ledger.concluded(attempt.id, verdict.kind, verdict.kind === 'accepted' ? null : verdict.error)
      const moved = move(job, attempt, verdict)
      // What came in a paid answer may be its image, though nothing was read in it.
      const lifted =
        attempt.exchange?.kind === 'answered' ? Object.values(attempt.exchange.answer.lifted) : []
      const sources = lifted.map((path) => ({ kind: 'file', path }) as const)
      found.record(moved, sources, { items: items.of(jobId), asked: false })
      breaker.ended(job.connectionId, verdict)
    })
}
