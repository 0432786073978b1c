import { type AppError, appError } from '@shared/errors'
import type { ConnectionTest } from '@shared/model/connection'
import type { ReadAnswer } from './answers/answerReading'
import { answerError, kindOf, kindWithoutTask } from './answers/classification'
import { isSuccess } from './answers/rawAnswer'
import type { TaskReading } from './answers/reading'
import { namesKey, namesNoCredit, saysUnderWay } from './answers/refusals'
import type { Exchange } from './exchange'
import type { PollVerdict } from './verdict'

/** What a missing answer means for a poll, which can be repeated for free. */
export function unansweredPoll(exchange: Exclude<Exchange, { readonly kind: 'answered' }>): PollVerdict {
  const error: AppError =
    exchange.kind === 'aborted'
      ? appError('interrupted', { retry: 'free' })
      : { ...exchange.error, retry: 'free' }
  if (error.code === 'certificateUntrusted' || error.code === 'keyRefused') return { kind: 'hold', error }
  return { kind: 'retry', error, retryAfterMs: null }
}

/**
 * What an answer means for a poll of `taskId`. `read` brings the task's images to disk; it is called only if the answer
 * counts.
 */
export async function answeredPoll(
  answer: ReadAnswer,
  { taskId, prompt }: { readonly taskId: string; readonly prompt: string },
  read: () => Promise<TaskReading>,
): Promise<PollVerdict> {
  const { retryAfterMs, taskNames, detail } = answer
  const { sure, likely } = taskNames
  const { phase, status, hasRecord, hasImage, mayGoOn } = answer.task
  const isNamed = answer.ids.has(taskId)
  // An id beside a status may be the record's own: its images count, but it ends nothing.
  const tells = hasImage || phase === 'queued' || phase === 'running'
  if (!isNamed && (sure.size > 0 || (likely.size > 0 && !tells))) {
    return { kind: 'retry', error: appError('answerUnreadable', { retry: 'free', detail }), retryAfterMs }
  }
  if (phase === 'failed' || phase === 'cancelled') {
    // Any gateway on the way can say "failed", beside any status: it counts if it is surely of this task.
    if (isSuccess(answer.status) && answer.complete) {
      const code = phase === 'failed' ? 'taskFailed' : 'taskCancelled'
      const error = answer.task.error ?? appError(code, { retry: 'paid', detail })
      const isOurs = !mayGoOn && (isNamed || (hasRecord && answer.inner === null))
      return isOurs ? { kind: 'failed', error } : { kind: 'saysFailed', error, retryAfterMs }
    }
    return withoutTask(answer, prompt)
  }
  if (answer.task.isStranger && !hasImage) return unknownTask(answerError('notFound', answer, 'free'))
  const isTask = answer.hasTask || (isSuccess(answer.status) && answer.inner === null && status !== null)
  // A task that was polled by its id needn't name itself: its status is enough.
  if (!isTask || answer.task.unusableId) return withoutTask(answer, prompt)
  const reading = { ...(await read()), taskId }
  const endsNothing = !isNamed && likely.size > 0 && reading.phase === 'done'
  return { kind: 'task', reading: endsNothing ? { ...reading, phase: 'unknown' } : reading, retryAfterMs }
}

const unknownTask = (error: AppError): PollVerdict => ({
  kind: 'unknownTask',
  error: { ...error, code: 'taskUnknown' },
})

function withoutTask(answer: ReadAnswer, prompt: string): PollVerdict {
  const { retryAfterMs, words } = answer
  const kind = kindWithoutTask(answer, prompt)
  const error = answerError(kind, answer, 'free')
  // What a success says in words alone may be about something that the service asked.
  const isSure = !isSuccess(answer.status) || answer.inner !== null || namesKey(words) || namesNoCredit(words)
  switch (kind) {
    case 'keyRefused':
      // A page in the service's place is a gate's on the way: no other task has been refused.
      if (answer.isHtml && answer.status === 403)
        return { kind: 'retry', error: { ...error, code: 'answerHtml' }, retryAfterMs }
      return isSure ? { kind: 'hold', error } : { kind: 'retry', error, retryAfterMs }
    case 'noCredit':
      if (!isSure) return { kind: 'retry', error, retryAfterMs }
      // Whatever it says about the account, it asks for a pause.
      if (answer.status === 429)
        return { kind: 'limited', error: { ...error, code: 'rateLimited' }, retryAfterMs }
      return { kind: 'noCredit', error, retryAfterMs }
    case 'limited':
      return { kind: 'limited', error, retryAfterMs }
    case 'notFound':
    case 'refused':
      return saysUnderWay(answer.words) ? { kind: 'retry', error, retryAfterMs } : unknownTask(error)
    // Of the poll, not of the task.
    case 'moderated':
    case 'failed':
    case 'barred':
    case 'modelDenied':
    case 'proxyRefused':
    case 'redirected':
    case 'unclear':
    case 'nothing':
      return { kind: 'retry', error, retryAfterMs }
  }
}

/** No service gives this id to a task. */
export const impossibleTaskId = 'cyanotype-connection-test'

export function unansweredTest(exchange: Exclude<Exchange, { readonly kind: 'answered' }>): ConnectionTest {
  const error = exchange.kind === 'aborted' ? appError('interrupted', { retry: 'free' }) : exchange.error
  const outcome = error.code === 'keyRefused' ? 'keyRefused' : 'notReached'
  return { outcome, error: { ...error, retry: 'free' } }
}

/** Any JSON answer except a refused key comes from the service; it needn't know the task. */
export function answeredTest(answer: ReadAnswer): ConnectionTest {
  const kind = kindOf(answer, '')
  if (kind === 'keyRefused') return { outcome: 'keyRefused', error: answerError(kind, answer, 'free') }
  if (kind === 'proxyRefused') return { outcome: 'notReached', error: answerError(kind, answer, 'free') }
  if (kind === 'task' || (answer.isJson && kind !== 'redirected')) return { outcome: 'reached' }
  const error = answerError(kind, answer, 'free')
  return { outcome: 'unexpected', error: answer.isHtml ? { ...error, code: 'answerHtml' } : error }
}
