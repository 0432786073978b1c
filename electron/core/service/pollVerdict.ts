import { type AppError, appError } from '@shared/errors'
import type { ConnectionTest } from '@shared/model/connection'
import type { ReadAnswer } from './answerReading'
import { answerError, kindOf } from './classification'
import type { Exchange } from './exchange'
import type { TaskReading } from './reading'
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
  if (taskNames.size > 0 && !taskNames.has(taskId)) {
    return { kind: 'retry', error: appError('answerUnreadable', { retry: 'free', detail }), retryAfterMs }
  }
  const kind = kindOf(answer, prompt)
  // A task that was polled by its id needn't name itself: its status is enough.
  if (kind === 'task' || (kind === 'nothing' && answer.task.status !== null))
    return taskVerdict({ ...(await read()), taskId }, retryAfterMs)
  switch (kind) {
    case 'keyRefused':
    case 'noCredit':
      return { kind: 'hold', error: answerError(kind, answer, 'free') }
    case 'limited':
      return { kind: 'limited', error: answerError(kind, answer, 'free'), retryAfterMs }
    case 'notFound':
    case 'refused':
      return { kind: 'unknownTask', error: { ...answerError(kind, answer, 'free'), code: 'taskUnknown' } }
    case 'moderated':
      return { kind: 'failed', error: answerError(kind, answer, 'no') }
    // A failure that names no task is one of the poll, not of the task.
    case 'failed':
    case 'proxyRefused':
    case 'redirected':
    case 'unclear':
    case 'nothing':
      return { kind: 'retry', error: answerError(kind, answer, 'free'), retryAfterMs }
  }
}

function taskVerdict(reading: TaskReading, retryAfterMs: number | null): PollVerdict {
  const { phase, error } = reading
  if (phase === 'failed' || phase === 'cancelled') {
    const code = phase === 'failed' ? 'taskFailed' : 'taskCancelled'
    return { kind: 'failed', error: error ?? appError(code, { retry: 'paid' }) }
  }
  return { kind: 'task', reading, retryAfterMs }
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
