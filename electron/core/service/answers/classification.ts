import { type AppError, appError, type ErrorCode, type Retry } from '@shared/errors'
import type { ReadAnswer } from './answerReading'
import { isSuccess } from './rawAnswer'
import { isSaid } from './reasons'
import {
  namesKey,
  namesModeration,
  namesNoCredit,
  saysBarred,
  saysBegun,
  saysKey,
  saysLimited,
  saysModelDenied,
  saysModeration,
  saysNoCredit,
  saysParameter,
  saysRateAlone,
  saysSpent,
  saysTaken,
} from './refusals'

/** What an answer amounts to, before its request is taken into account: the rows of DESIGN's failure table. */
export type AnswerKind =
  /** A task id or an image, whatever else was in it. */
  | 'task'
  | 'moderated'
  | 'noCredit'
  | 'keyRefused'
  | 'limited'
  /** Who asks may not, from where they are or before they have shown who they are. */
  | 'barred'
  /** The account may not use the model. */
  | 'modelDenied'
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

/**
 * 408, 409, 424 (what it depends on failed, for example the model), and what gateways answer when they lost contact with the service or think that the caller has gone: no words
 * beside them settle anything.
 */
const openStatuses = new Set([408, 409, 424, 460, 499, 502, 504, 520, 521, 522, 523, 524])

export function kindOf(answer: ReadAnswer, prompt: string): AnswerKind {
  if (answer.hasTask) return 'task'
  const kind = kindWithoutTask(answer, prompt)
  return unbilled.has(kind) && saysBegun(answer.words, prompt) ? 'unclear' : kind
}

/** Of a paid request: it was certainly not processed, so that it may be sent again. */
const unbilled: ReadonlySet<AnswerKind> = new Set<AnswerKind>([
  ...(['noCredit', 'keyRefused', 'limited', 'barred', 'modelDenied', 'notFound', 'refused'] as const),
])

/** What an answer amounts to, whatever it says about a task. */
export function kindWithoutTask(answer: ReadAnswer, prompt: string): Refusal {
  // Accepted, but with an id we can't poll: that is as good as no answer, whatever the status.
  if (answer.task.unusableId) return 'nothing'
  const { status } = answer
  if (isSuccess(status)) return kindOfSuccess(answer, prompt)
  // "See other": usually it is done, and the other address says what came of it.
  if (status === 303) return 'unclear'
  if (status >= 300 && status < 400) return 'redirected'
  if (openStatuses.has(status)) return 'unclear'
  if (status >= 400 && status < 500) return kindOfRefusal(status, answer, prompt)
  return answer.isJson && answer.complete && isSaid(answer.words) ? 'failed' : 'unclear'
}

/** Something is wrong with the request itself: a sentence about limits may quote it. */
const ofRequest = new Set([400, 404, 405, 413, 415, 422])

type Refusal = Exclude<AnswerKind, 'task'>

/** `status`: 400 to 499. */
function kindOfRefusal(status: number, answer: ReadAnswer, prompt: string): Refusal {
  const { words, retryAfterMs } = answer
  // A proxy has only its status. As a code in an answer of the service, it means whatever that makes of it.
  if (status === 407 && answer.status === 407) return 'proxyRefused'
  // A rate limit may mention the policy or the quota behind it: only a spent balance counts, and only if no wait is named.
  if (status === 429) return saysSpent(words, prompt) && retryAfterMs === null ? 'noCredit' : 'limited'
  if (status === 402) return 'noCredit'
  if (status === 451 || (status !== 401 && saysModeration(words, prompt))) return 'moderated'
  if (saysNoCredit(words, prompt)) return 'noCredit'
  if (saysKey(words, prompt)) return 'keyRefused'
  if (saysBarred(words, prompt)) return 'barred'
  const isOfRequest = ofRequest.has(status) && retryAfterMs === null
  if (isOfRequest ? saysRateAlone(words, prompt) : status !== 401 && saysLimited(words, prompt))
    return 'limited'
  if (status === 403 && saysModelDenied(words, prompt)) return 'modelDenied'
  if (status === 401 || status === 403) return 'keyRefused'
  return status === 404 || status === 405 ? 'notFound' : 'refused'
}

/** A success without a task or an image. Words in a sentence alone change nothing: it may have been processed. */
function kindOfSuccess(answer: ReadAnswer, prompt: string): Refusal {
  const { inner, task, complete, isJson, hasError, refusal } = answer
  const words = refusal === 'none' ? withWholeCodes(answer.words) : answer.words
  if (!complete || !isJson || task.phase === 'queued' || task.phase === 'running') return 'nothing'
  if (inner !== null && openStatuses.has(inner) && inner < 500) return 'unclear'
  if (inner !== null) return inner < 500 ? kindOfRefusal(inner, answer, prompt) : 'failed'
  const isRefusedItem = task.items.some(({ error }) => error?.code === 'moderated')
  const isRefusedAsSuch = task.error?.code === 'moderated' || task.isModerated || isRefusedItem
  if (namesModeration(words) || isRefusedAsSuch) return 'moderated'
  const isOfTask = task.phase === 'failed' || task.phase === 'cancelled'
  const otherwise = hasError || isOfTask ? 'failed' : 'nothing'
  if (saysTaken(words, prompt)) return otherwise
  if (namesNoCredit(words)) return 'noCredit'
  if (namesKey(words)) return 'keyRefused'
  const byWords = refusal === 'none' || isOfTask ? null : kindByWords(answer, prompt)
  // Only what was surely refused may be sent again without being paid for twice.
  if (byWords !== null) return refusal === 'sure' || byWords === 'moderated' ? byWords : 'failed'
  return otherwise
}

/** Where nothing says that it is a refusal, an end of a code with dots is none. */
const withWholeCodes = (words: ReadAnswer['words']): ReadAnswer['words'] => ({
  ...words,
  codes: words.codes.filter((code) => !code.includes('.')),
})

/** Of an answer that says itself that it is a refusal, and nothing of its kind but words; null if these don't tell. */
function kindByWords({ words }: ReadAnswer, prompt: string): Refusal | null {
  if (!isSaid(words)) return null
  if (saysModeration(words, prompt)) return 'moderated'
  if (saysRateAlone(words, prompt)) return 'limited'
  if (saysLimited(words, prompt)) return 'failed'
  if (saysNoCredit(words, prompt)) return 'noCredit'
  if (saysKey(words, prompt)) return 'keyRefused'
  if (saysBarred(words, prompt)) return 'barred'
  if (saysModelDenied(words, prompt)) return 'modelDenied'
  return saysParameter(words, prompt) ? 'refused' : null
}

/** The failure that an answer without a task stands for. `retry` is what trying again would mean for that request. */
export function answerError(kind: Refusal, answer: ReadAnswer, retry: Retry): AppError {
  const { detail, location } = answer
  const params: AppError['params'] = {
    ...(detail.status === undefined ? {} : { status: detail.status }),
    ...(kind === 'redirected' && location !== null ? { location } : {}),
  }
  return appError(codeOf(kind, answer), { params, retry, detail })
}

function codeOf(kind: Refusal, answer: ReadAnswer): ErrorCode {
  switch (kind) {
    case 'moderated':
      return 'moderated'
    case 'noCredit':
      return 'creditExhausted'
    case 'keyRefused':
      return 'keyRefused'
    case 'limited':
      return 'rateLimited'
    case 'barred':
      return 'accessBarred'
    case 'modelDenied':
      return 'modelDenied'
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
