import { type AppError, appError, type ErrorCode } from '@shared/errors'

/**
 * After this many failures in a row, over at least three minutes, the person is shown the problem. Retries continue.
 */
const failuresUntilTold = 10

/**
 * The answer was no help, or the image's own host leads nowhere. A network that is down shows nothing about a single
 * job.
 */
const unhelpful: ReadonlySet<ErrorCode> = new Set([
  'connectionLost',
  'answerTimeout',
  'answerTooLarge',
  'answerUnreadable',
  'answerEmpty',
  'answerHtml',
  'answerText',
  'redirected',
  'serviceUnclear',
  'imageHostForbidden',
])

/** What to show the person when something free has failed this often; null while that can wait. */
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
