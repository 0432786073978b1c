import type { AppError, ErrorCode } from '@shared/errors'
import { placeQuestion } from './placeQuestions'

/**
 * What a hold ends by, weakest first. A stronger one takes the place of a weaker one, never the other way round:
 * - `place`: the question about where an image is was answered, or nothing waits for the answer any more;
 * - `cap`: the daily cap leaves room again;
 * - `refusal`: the service answers a poll with the key that it refused, or there is a new key;
 * - `proof`: the service knows a task that the breaker counted as uncertain;
 * - `user`: only the user ends it;
 * - `start`: the same, and no other hold may hide it.
 */
const causes = ['place', 'cap', 'refusal', 'proof', 'user', 'start'] as const
export type HoldCause = (typeof causes)[number]

const caps: ReadonlySet<ErrorCode> = new Set(['dailyCapReached', 'dailyCapTooLow', 'priceMissing'])
const refusals: ReadonlySet<ErrorCode> = new Set(['keyRefused', 'certificateUntrusted'])

export function causeOf(error: AppError): HoldCause {
  if (placeQuestion(error) !== null) return 'place'
  if (caps.has(error.code)) return 'cap'
  if (refusals.has(error.code)) return 'refusal'
  if (error.code === 'breakerTripped' && error.params?.code === 'taskUnproven') return 'proof'
  return error.code === 'startSendsHeld' ? 'start' : 'user'
}

/** Whether a hold for one error gives way to one for another. */
export function givesWay(before: AppError, error: AppError): boolean {
  return causes.indexOf(causeOf(before)) <= causes.indexOf(causeOf(error))
}
