import { type AppError, appError, type ErrorCode, type Retry } from '@shared/errors'
import type { ReadAnswer } from './answerReading'
import { isSaid } from './errorWords'
import { saysModeration, saysNoCredit } from './refusalWords'

/** What an answer amounts to, before its request is taken into account: the rows of DESIGN's failure table. */
export type AnswerKind =
  /** A task id or an image, whatever else was in it. */
  | 'task'
  | 'moderated'
  | 'noCredit'
  | 'keyRefused'
  | 'limited'
  | 'proxyRefused'
  | 'redirected'
  | 'notFound'
  | 'refused'
  /** A failure in words. */
  | 'failed'
  /** A status that leaves open whether the request was processed. */
  | 'unclear'
  /** A success with neither a task nor an image. */
  | 'nothing'

/** 408, 409 and what gateways answer when they lost contact with the service. */
const openStatuses = new Set([408, 409, 502, 504, 520, 521, 522, 523, 524])

export function kindOf(answer: ReadAnswer, prompt: string): AnswerKind {
  if (answer.hasTask) return 'task'
  // Accepted, but with an id we can't poll: that is as good as no answer, whatever the status.
  if (answer.task.unusableId) return 'nothing'
  const { status, words } = answer
  // A rate limit may mention the policy behind it, so only codes count there.
  const spoken = status === 429 ? { ...words, message: '' } : words
  if (saysModeration(spoken, prompt)) return 'moderated'
  if (saysNoCredit(words, prompt)) return 'noCredit'
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 401 || status === 403) return 'keyRefused'
  if (status === 402) return 'noCredit'
  if (status === 404 || status === 405) return 'notFound'
  if (status === 407) return 'proxyRefused'
  if (status === 429) return 'limited'
  if (openStatuses.has(status)) return 'unclear'
  if (status >= 400 && status < 500) return 'refused'
  if (status >= 500) return answer.isJson && answer.complete && isSaid(words) ? 'failed' : 'unclear'
  return answer.task.phase === 'failed' || answer.task.phase === 'cancelled' ? 'failed' : 'nothing'
}

/** The failure that an answer without a task stands for. `retry` is what trying again would mean for that request. */
export function answerError(kind: Exclude<AnswerKind, 'task'>, answer: ReadAnswer, retry: Retry): AppError {
  const { detail, location } = answer
  const params: AppError['params'] = {
    ...(detail.status === undefined ? {} : { status: detail.status }),
    ...(kind === 'redirected' && location !== null ? { location } : {}),
  }
  return appError(codeOf(kind, answer), { params, retry, detail })
}

function codeOf(kind: Exclude<AnswerKind, 'task'>, answer: ReadAnswer): ErrorCode {
  switch (kind) {
    case 'moderated':
      return 'moderated'
    case 'noCredit':
      return 'creditExhausted'
    case 'keyRefused':
      return 'keyRefused'
    case 'limited':
      return 'rateLimited'
    case 'proxyRefused':
      return 'proxyRefused'
    case 'redirected':
      return 'redirected'
    case 'notFound':
      return 'notFound'
    case 'refused':
      return answer.isHtml ? 'answerHtml' : 'requestRefused'
    case 'failed':
      return answer.status < 300 ? (answer.task.error?.code ?? 'taskFailed') : 'serviceFailed'
    case 'unclear':
      return answer.isHtml ? 'answerHtml' : 'serviceUnclear'
    case 'nothing':
      return emptyCode(answer)
  }
}

function emptyCode({ complete, isHtml, isText, isJson, isEmpty, task }: ReadAnswer): ErrorCode {
  if (!complete) return 'connectionLost'
  if (isHtml) return 'answerHtml'
  if (isText) return 'answerText'
  if (isEmpty) return 'answerEmpty'
  return isJson && !task.unusableId ? 'answerEmpty' : 'answerUnreadable'
}
