import { type AppError, appError, type Retry } from '@shared/errors'
import type { ReadAnswer } from './answers/answerReading'
import { answerError, kindOf } from './answers/classification'
import { isSuccess } from './answers/rawAnswer'
import type { TaskReading } from './answers/reading'
import type { Exchange } from './exchange'
import type { SubmitVerdict } from './verdict'

/** What a missing answer means for a paid request: uncertain if our headers were on the wire, otherwise unsent. */
export function unansweredSubmit(exchange: Exclude<Exchange, { readonly kind: 'answered' }>): SubmitVerdict {
  const error = exchange.kind === 'aborted' ? appError('interrupted') : exchange.error
  if (exchange.written) return { kind: 'uncertain', error: withRetry(error, 'maybeTwice') }
  const hold = error.code === 'certificateUntrusted' || error.code === 'keyRefused'
  return { kind: 'unsent', error: withRetry(error, 'free'), hold }
}

/**
 * What an answer means for a paid request. `read` brings the task's images to disk; it is called only if the answer
 * counts.
 */
export async function answeredSubmit(
  answer: ReadAnswer,
  prompt: string,
  read: () => Promise<TaskReading>,
): Promise<SubmitVerdict> {
  const kind = kindOf(answer, prompt)
  switch (kind) {
    case 'task': {
      const reading = await read()
      const isShort = answer.isCut || answer.isUnkept
      return { kind: 'accepted', reading: isShort ? { ...reading, error: lossOf(answer) } : reading }
    }
    case 'keyRefused':
    case 'noCredit':
    case 'barred':
      return { kind: 'unsent', error: answerError(kind, answer, 'free'), hold: true }
    case 'proxyRefused':
      return { kind: 'unsent', error: answerError(kind, answer, 'free'), hold: false }
    case 'limited':
      return {
        kind: 'limited',
        error: answerError(kind, answer, 'free'),
        retryAfterMs: answer.retryAfterMs,
      }
    case 'moderated':
      // In a success, the images may have been made and billed before they were refused.
      return isSuccess(answer.status)
        ? { kind: 'failed', error: answerError(kind, answer, 'paid') }
        : { kind: 'refused', error: answerError(kind, answer, 'no') }
    case 'redirected':
    case 'notFound':
    case 'modelDenied':
    case 'refused':
      return { kind: 'refused', error: answerError(kind, answer, 'no') }
    case 'failed':
      return { kind: 'failed', error: answerError(kind, answer, 'paid') }
    case 'nothing':
      // Something may be the image, and the user is asked: it isn't as if nothing had come.
      if (answer.task.found.length > 0) return { kind: 'accepted', reading: await read() }
      return { kind: 'uncertain', error: answerError(kind, answer, 'maybeTwice') }
    case 'unclear':
      return { kind: 'uncertain', error: answerError(kind, answer, 'maybeTwice') }
  }
}

/** Why part of an answer is unknown: if a kill cut it short, not even its beginning was kept. */
function lossOf({ isEmpty, isUnkept, detail }: ReadAnswer): AppError {
  return appError(isEmpty || isUnkept ? 'interrupted' : 'connectionLost', { retry: 'maybeTwice', detail })
}

function withRetry(error: AppError, retry: Retry): AppError {
  return { ...error, retry }
}
