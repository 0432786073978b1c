import { type AppError, appError, type ErrorCode, type Retry } from '@shared/errors'
import { isSuccess, type ReadAnswer } from './answerReading'
import { isSaid } from './errorWords'
import { namesKey, namesModeration, namesNoCredit, saysModeration, saysNoCredit } from './refusalWords'

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

/** 408, 409 and what gateways answer when they lost contact with the service: no words beside them settle anything. */
const openStatuses = new Set([408, 409, 502, 504, 520, 521, 522, 523, 524])

export function kindOf(answer: ReadAnswer, prompt: string): AnswerKind {
  return answer.hasTask ? 'task' : kindWithoutTask(answer, prompt)
}

/** What an answer amounts to, whatever it says about a task. */
export function kindWithoutTask(answer: ReadAnswer, prompt: string): Exclude<AnswerKind, 'task'> {
  // Accepted, but with an id we can't poll: that is as good as no answer, whatever the status.
  if (answer.task.unusableId) return 'nothing'
  const { status } = answer
  if (isSuccess(status)) return kindOfSuccess(answer, prompt)
  if (status >= 300 && status < 400) return 'redirected'
  if (openStatuses.has(status)) return 'unclear'
  if (status >= 400 && status < 500) return kindOfRefusal(status, answer, prompt)
  return answer.isJson && answer.complete && isSaid(answer.words) ? 'failed' : 'unclear'
}

/** `status`: 400 to 499. */
function kindOfRefusal(status: number, answer: ReadAnswer, prompt: string): Exclude<AnswerKind, 'task'> {
  const { words, retryAfterMs } = answer
  if (status === 407) return 'proxyRefused'
  // A rate limit may mention the policy or the quota behind it, so only a code counts, and only if waiting doesn't help.
  if (status === 429) return namesNoCredit(words) && retryAfterMs === null ? 'noCredit' : 'limited'
  if (status === 402) return 'noCredit'
  if (status !== 401 && saysModeration(words, prompt)) return 'moderated'
  if (saysNoCredit(words, prompt)) return 'noCredit'
  if (status === 401 || status === 403 || namesKey(words)) return 'keyRefused'
  return status === 404 || status === 405 ? 'notFound' : 'refused'
}

/** A success without a task or an image. Words in a sentence alone change nothing: it may have been processed. */
function kindOfSuccess(answer: ReadAnswer, prompt: string): Exclude<AnswerKind, 'task'> {
  const { inner, words, task, complete, isJson, hasError } = answer
  if (!complete || !isJson || task.phase === 'queued' || task.phase === 'running') return 'nothing'
  if (inner !== null && openStatuses.has(inner) && inner < 500) return 'unclear'
  if (inner !== null) return inner < 500 ? kindOfRefusal(inner, answer, prompt) : 'failed'
  if (namesModeration(words)) return 'moderated'
  if (namesNoCredit(words)) return 'noCredit'
  if (namesKey(words)) return 'keyRefused'
  return hasError || task.phase === 'failed' || task.phase === 'cancelled' ? 'failed' : 'nothing'
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
    case 'failed': {
      const { phase, error } = answer.task
      if (error?.code === 'moderated') return 'moderated'
      return phase === 'failed' || phase === 'cancelled' ? (error?.code ?? 'taskFailed') : 'serviceFailed'
    }
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
