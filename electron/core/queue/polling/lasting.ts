import { type AppError, appError, type ErrorCode } from '@shared/errors'

/** Failures in a row after which the person is told: three minutes and more. It is tried on all the same. */
const failuresUntilTold = 10

/**
 * What came was no help, though something came, or the image's own host leads nowhere. That the network is away says
 * nothing of a single job.
 */
const unhelpful: ReadonlySet<ErrorCode> = new Set([
  'connectionLost',
  'answerTimeout',
  'answerTooLarge',
  'answerUnreadable',
  'answerEmpty',
  'answerHtml',
  'redirected',
  'serviceUnclear',
  'imageHostForbidden',
])

/** What the person is told when something free has failed so often; null while that can wait. */
export function lastingTrouble(
  code: 'taskUnreadable' | 'imageStuck',
  failures: number,
  error: AppError,
): AppError | null {
  if (failures < failuresUntilTold || !unhelpful.has(error.code)) return null
  return appError(code, {
    params: { ...error.params, code: error.code },
    retry: 'free',
    detail: error.detail,
  })
}
