import type { AppError } from '@shared/errors'
import type { RawAnswer } from './answers/rawAnswer'
import type { TaskReading } from './answers/reading'

/** What an exchange means for a paid request (DESIGN's failure table, column POST). */
export type SubmitVerdict =
  /** A task id or an image came, whatever code or status came with it. */
  | { readonly kind: 'accepted'; readonly reading: TaskReading }
  /**
   * Certainly not processed: back to queued, retry with backoff. `hold`: only after the user acts or there is a new
   * key.
   */
  | { readonly kind: 'unsent'; readonly error: AppError; readonly hold: boolean }
  /** 429: back to queued, the connection waits; `retryAfterMs` is null if no time was named. */
  | { readonly kind: 'limited'; readonly error: AppError; readonly retryAfterMs: number | null }
  /** Refused and certainly not billed. */
  | { readonly kind: 'refused'; readonly error: AppError }
  /** A readable failure of the service: may be billed. */
  | { readonly kind: 'failed'; readonly error: AppError }
  /** It may have been taken and billed; only the user decides. */
  | { readonly kind: 'uncertain'; readonly error: AppError }

/** What an exchange means for a poll, which can be repeated for free. */
export type PollVerdict =
  /** `answer`: as it came, if the task is done and something may be an image that nothing calls one. */
  | {
      readonly kind: 'task'
      readonly reading: TaskReading
      readonly retryAfterMs: number | null
      readonly answer?: RawAnswer
    }
  | { readonly kind: 'retry'; readonly error: AppError; readonly retryAfterMs: number | null }
  | { readonly kind: 'limited'; readonly error: AppError; readonly retryAfterMs: number | null }
  /** 401, 403 or a certificate problem: stop this connection's polls and report it. */
  | { readonly kind: 'hold'; readonly error: AppError }
  /** No credit: nothing is sent, and the polls go on. */
  | { readonly kind: 'noCredit'; readonly error: AppError; readonly retryAfterMs: number | null }
  /** 404: the task isn't known (yet). */
  | { readonly kind: 'unknownTask'; readonly error: AppError }
  /** The task failed: the service says so of this very task. */
  | { readonly kind: 'failed'; readonly error: AppError }
  /** It says so, but perhaps not of this task: this alone ends nothing. */
  | { readonly kind: 'saysFailed'; readonly error: AppError; readonly retryAfterMs: number | null }

/** How a download of a result ended. */
export type DownloadVerdict =
  /** `resumed`: not all of it came in this try. */
  | { readonly kind: 'fetched'; readonly resumed: boolean }
  | { readonly kind: 'retry'; readonly error: AppError; readonly retryAfterMs: number | null }
  /** Refused in the way an expired URL is: ask the task for a fresh one. */
  | { readonly kind: 'expired'; readonly error: AppError }
  /** This URL will never work: a forbidden address, too large. */
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'aborted' }

/** The parts of a verdict that contain words of the service. */
interface Worded {
  readonly error?: AppError
  readonly reading?: TaskReading
}

/** The same verdict with different words. Addresses, ids and states, which the app relies on, stay the same. */
export function retold<Verdict extends Worded>(verdict: Verdict, tell: (words: string) => string): Verdict {
  const { error, reading } = verdict
  return {
    ...verdict,
    ...(error === undefined ? {} : { error: ofError(error, tell) }),
    ...(reading === undefined ? {} : { reading: ofReading(reading, tell) }),
  }
}

function ofReading(reading: TaskReading, tell: (words: string) => string): TaskReading {
  const items = reading.items.map((item) => ({
    ...item,
    revisedPrompt: item.revisedPrompt === null ? null : tell(item.revisedPrompt),
    error: item.error === null ? null : ofError(item.error, tell),
  }))
  return { ...reading, items, error: reading.error === null ? null : ofError(reading.error, tell) }
}

function ofError(error: AppError, tell: (words: string) => string): AppError {
  const { detail } = error
  if (detail === null) return error
  const { words, requestId } = detail
  return {
    ...error,
    detail: {
      ...detail,
      ...(words === undefined ? {} : { words: tell(words) }),
      ...(requestId === undefined ? {} : { requestId: tell(requestId) }),
    },
  }
}
