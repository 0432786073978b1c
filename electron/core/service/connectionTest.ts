import { appError } from '@shared/errors'
import type { ConnectionTest } from '@shared/model/connection'
import type { ReadAnswer } from './answerReading'
import { answerError, kindOf } from './classification'
import type { Exchange } from './exchange'

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
