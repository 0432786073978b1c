import { type AppError, appError } from '@shared/errors'
import type { Connections } from '../../connections/connections'
import type { SubmitVerdict } from '../../service/verdict'

/** Jobs in a row that end alike before a connection's sends are held. */
export const alikeLimit = 3

/**
 * How many requests may be open at once on a connection of which so many in a row ended alike: never more than could
 * end alike before it trips, and one, the trial, once it has. Of whatever batches they are: one batch's ramp does not
 * see the others. `isNew`: no request has ended on it so far, so that nothing says that it works.
 */
export function openAtOnce(alike: number, isNew: boolean): number {
  return alike === 0 && !isNew ? Number.POSITIVE_INFINITY : Math.max(1, alikeLimit - alike)
}

/** Watches how the jobs of each connection end, and holds its sends when several in a row end alike. */
export interface Breaker {
  /** Called inside the transaction that moves the job on. */
  ended(connectionId: string, verdict: SubmitVerdict): void
}

export function createBreaker(connections: Pick<Connections, 'countAlike' | 'hold'>): Breaker {
  return {
    ended(connectionId, verdict) {
      if (verdict.kind === 'unsent' || verdict.kind === 'limited') return
      // That we quit says nothing of the service.
      if (verdict.kind === 'uncertain' && verdict.error.code === 'interrupted') return
      const kind = alikeKind(verdict)
      const alike = connections.countAlike(connectionId, kind)
      if (kind === null || verdict.kind === 'accepted' || alike < alikeLimit) return
      connections.hold(connectionId, tripped(verdict.error, alike), { polls: false })
    },
  }
}

/** What ends alike have in common: an ending that says the whole connection is wrong. Null for one that says it works. */
function alikeKind(verdict: SubmitVerdict): string | null {
  switch (verdict.kind) {
    case 'accepted':
    case 'unsent':
    case 'limited':
      return null
    case 'failed':
      return 'serviceFailed'
    // A page, a text, a torn connection: each of them may be billed, and none says that the service works.
    case 'uncertain':
      return 'uncertain'
    case 'refused':
      return refusalKind(verdict.error)
  }
}

/** A refusal of this one request says that the service is there; a wrong address refuses everything. */
function refusalKind({ code, detail }: AppError): string | null {
  if (code === 'answerHtml' || code === 'redirected') return code
  return code === 'notFound' || detail?.status === 404 || detail?.status === 405 ? 'notFound' : null
}

function tripped(last: AppError, alike: number): AppError {
  return appError('breakerTripped', {
    params: { count: alike, code: last.code },
    retry: 'paid',
    detail: last.detail,
  })
}
