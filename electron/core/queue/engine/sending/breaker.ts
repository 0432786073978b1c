import { type AppError, appError } from '@shared/errors'
import type { Connections } from '../../../connections/connections'
import type { SubmitVerdict } from '../../../service/verdict'

/** How many jobs in a row end the same way before a connection's sends are held. */
export const alikeLimit = 3

/**
 * How many requests may be open at once on a connection on which this many in a row ended the same way. Never more than
 * could end the same way before it trips; once it has tripped, only the trial. This counts across batches, since the
 * ramp of one batch doesn't see the others. `isNew`: no request has ended on it so far, so nothing shows that it works.
 */
export function openAtOnce(alike: number, isNew: boolean): number {
  return alike === 0 && !isNew ? Number.POSITIVE_INFINITY : Math.max(1, alikeLimit - alike)
}

/** Watches how the jobs of each connection end, and holds its sends if several in a row end the same way. */
export interface Breaker {
  /** Called inside the transaction that changes the job's state. */
  ended(connectionId: string, verdict: SubmitVerdict): void
  /** The service knows a task whose request was counted as uncertain: it works. */
  proven(connectionId: string): void
}

export function createBreaker(connections: Pick<Connections, 'countAlike' | 'hold' | 'release'>): Breaker {
  return {
    ended(connectionId, verdict) {
      if (verdict.kind === 'unsent' || verdict.kind === 'limited') return
      // Our own quitting shows nothing about the service.
      if (verdict.kind === 'uncertain' && verdict.error.code === 'interrupted') return
      const kind = alikeKind(verdict)
      const alike = connections.countAlike(connectionId, kind)
      if (kind === null || alike < alikeLimit) return
      const error = verdict.kind === 'accepted' ? appError('taskUnproven') : verdict.error
      connections.hold(connectionId, tripped(error, alike), { polls: false })
    },
    proven(connectionId) {
      connections.countAlike(connectionId, null)
      connections.release(connectionId, 'proof')
    },
  }
}

/**
 * The kind of ending, if it suggests that the whole connection has a problem. Null for one that shows that it works.
 */
function alikeKind(verdict: SubmitVerdict): string | null {
  switch (verdict.kind) {
    case 'accepted':
      return verdict.reading.isProvisional ? 'uncertain' : null
    case 'unsent':
    case 'limited':
      return null
    case 'failed':
      return 'serviceFailed'
    // A page, a text or a lost connection: each may be billed, and none shows that the service works.
    case 'uncertain':
      return 'uncertain'
    case 'refused':
      return refusalKind(verdict.error)
  }
}

/** A refusal of this one request shows that the service is there; a wrong address, or model, refuses everything. */
function refusalKind({ code, detail }: AppError): string | null {
  if (code === 'answerHtml' || code === 'redirected' || code === 'modelDenied') return code
  return code === 'notFound' || detail?.status === 404 || detail?.status === 405 ? 'notFound' : null
}

function tripped(last: AppError, alike: number): AppError {
  return appError('breakerTripped', {
    params: { count: alike, code: last.code },
    retry: 'paid',
    detail: last.detail,
  })
}
