import type { Mode } from '@shared/model/draft'
import type { Connections } from '../../../connections/connections'
import type { Guard } from '../../../guard'
import type { Clock } from '../../../ports'
import { abortingMany, pause } from '../../../service/abort'
import type { AbortReason } from '../../../service/exchange'
import type { ServiceClient } from '../../../service/serviceClient'
import type { Target } from '../../../service/target'
import type { StartRecord } from '../../../startRecord'
import type { StoredJob } from '../../rows/jobFields'
import type { Attempt, Ledger } from '../../rows/ledger'
import { requestContext } from '../../rows/sentContent'
import type { ApplySubmit } from './submitOutcome'

/** A job whose intention to be sent has been committed. */
export interface Claim {
  readonly job: StoredJob
  readonly attempt: Attempt
}

/** Puts claimed jobs on the wire, once each, and handles their answers to the end. */
export interface Submitter {
  send(claim: Claim, target: Target): void
  /** Reads a committed answer and updates its job. `key`: what it was sent with, if that is known. */
  read(claim: Claim, key?: string | null): Promise<void>
  /** Jobs whose requests have no answer yet. */
  underway(): readonly string[]
  /** Takes back the requests of these jobs of which nothing is on the wire: they come back unsent. */
  recall(jobIds: readonly string[]): void
  /** Requests of a mode whose answer is still to come. */
  open(mode: Mode): number
  /** Waits `graceMs` for open requests, then gives up the rest: they are uncertain if they were written. */
  stop(graceMs: number): Promise<void>
}

/**
 * How long until another try if an answer couldn't be committed or read (for example, no space for it), in
 * milliseconds.
 */
const againMs = { commit: 1_000, read: 30_000 }

export function createSubmitter(deps: {
  readonly clock: Clock
  readonly guard: Pick<Guard, 'failed'>
  readonly service: Pick<ServiceClient, 'send' | 'readSubmit'>
  readonly connections: Pick<Connections, 'find'>
  readonly ledger: Ledger
  readonly apply: ApplySubmit
  readonly starts: Pick<StartRecord, 'during'>
  /** The result of `open` has changed. */
  readonly onClosed: () => void
}): Submitter {
  const { clock, guard, service, connections, ledger, apply, starts, onClosed } = deps
  const aborting = abortingMany()
  const underway = new Map<string, { readonly mode: Mode; readonly end: Promise<void> }>()
  const recalls = new Map<string, AbortController>()
  const again = new Set<() => void>()

  async function exchange({ job, attempt }: Claim, target: Target, recall: AbortSignal): Promise<void> {
    const { mode, request } = job
    const submission = { mode, request, idempotencyKey: attempt.idempotencyKey, attemptId: attempt.id }
    const answer = await service
      .send(target, submission, { signal: aborting.signal, recall })
      .finally(() => recalls.delete(job.id))
    await commit(job.id, () => ledger.exchanged(attempt.id, answer))
    await read({ job, attempt: { ...attempt, exchange: answer } }, target.key)
  }

  /**
   * An answer that can't be written down is all there is of a paid request: it is held until it can be, or until the
   * app ends.
   */
  async function commit(job: string, write: () => void): Promise<void> {
    for (;;) {
      try {
        return write()
      } catch (problem) {
        if (aborting.signal.aborted) throw problem
        guard.failed('queue.answerNotKept', problem, { job })
        await pause(clock, againMs.commit, aborting.signal)
      }
    }
  }

  async function read(claim: Claim, key: string | null = null): Promise<void> {
    const { job, attempt } = claim
    if (attempt.exchange === null) throw new Error('there is no answer to read')
    try {
      const context = requestContext(job, connections.find(job.connectionId))
      const verdict = await service.readSubmit(attempt.exchange, { ...context, attemptId: attempt.id, key })
      apply(job.id, attempt, verdict)
    } catch (problem) {
      // The answer is safe in the ledger: it is read again, at the next start at the latest.
      guard.failed('queue.answerNotRead', problem, { job: job.id })
      if (aborting.signal.aborted) return
      const cancel = clock.after(againMs.read, () => {
        again.delete(cancel)
        track(claim, read(claim, key))
      })
      again.add(cancel)
    }
  }

  function track({ job }: Claim, work: Promise<void>): void {
    const end = work
      .catch((problem: unknown) => {
        guard.failed('queue.sendFailed', problem, { job: job.id })
      })
      .finally(() => {
        underway.delete(job.id)
        onClosed()
      })
    underway.set(job.id, { mode: job.mode, end })
  }

  return {
    send(claim, target) {
      const recall = new AbortController()
      recalls.set(claim.job.id, recall)
      track(
        claim,
        starts.during('send', claim.job.connectionId, () => exchange(claim, target, recall.signal)),
      )
    },
    read,
    underway: () => [...recalls.keys()],
    recall(jobIds) {
      for (const id of jobIds) recalls.get(id)?.abort('person' satisfies AbortReason)
    },
    open: (mode) => [...underway.values()].filter((request) => request.mode === mode).length,
    async stop(graceMs) {
      const ends = Promise.all([...underway.values()].map(({ end }) => end))
      let stopWaiting = () => {}
      const grace = new Promise<void>((resolve) => {
        stopWaiting = clock.limit(graceMs, resolve)
      })
      await Promise.race([ends, grace])
      stopWaiting()
      const reason: AbortReason = 'shutdown'
      aborting.abort(reason)
      await ends
      for (const cancel of again) cancel()
    },
  }
}
