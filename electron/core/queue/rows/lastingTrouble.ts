import { type AppError, appError, type ErrorCode } from '@shared/errors'

/**
 * After this many failures in a row, over at least three minutes, the user is shown the problem. Retries continue.
 */
const failuresUntilTold = 10
/** The same for an error in words, which may be over soon: after this many milliseconds. */
const wordsUntilTold = 10 * 60_000

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
  'imageAddressForbidden',
  'imageRefused',
  'certificateUntrusted',
])

/** Asked about a task, the service answered with an error: those words are of the question, not of the task. */
const worded: ReadonlySet<ErrorCode> = new Set([
  'moderated',
  'serviceFailed',
  'creditExhausted',
  'accessBarred',
  'modelDenied',
  'taskFailed',
  'taskCancelled',
])

/** What to show the user when something free has failed this often; null while that can wait. */
export function lastingTrouble(
  code: 'taskUnreadable' | 'imageStuck',
  failures: number,
  error: AppError,
): AppError | null {
  return failures >= failuresUntilTold && unhelpful.has(error.code) ? trouble(code, error) : null
}

/** The same for a task, whose answers have been errors for `ms` milliseconds. */
export function lastingAnswers(ms: number, error: AppError): AppError | null {
  return ms >= wordsUntilTold && worded.has(error.code) ? trouble('taskAnsweredByErrors', error) : null
}

function trouble(code: 'taskUnreadable' | 'imageStuck' | 'taskAnsweredByErrors', error: AppError): AppError {
  return appError(code, {
    params: { ...error.params, code: error.code },
    retry: 'free',
    detail: error.detail,
  })
}
