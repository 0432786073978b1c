import type { AppError } from '@shared/errors'
import type { RawAnswer } from './answers/rawAnswer'

/** The reason an open request is aborted with, in `signal.reason`; anything else counts as the user. */
export type AbortReason = 'person' | 'shutdown'

/** The result of one HTTP exchange, by what is known about the wire. */
export type Exchange =
  | { readonly kind: 'answered'; readonly answer: RawAnswer }
  /** No answer. `written` is whether our headers were put on the wire, from that request's own diagnostics. */
  | { readonly kind: 'unanswered'; readonly written: boolean; readonly error: AppError }
  /** We ended it, which differs from a time-out. `written` as above. */
  | { readonly kind: 'aborted'; readonly written: boolean; readonly by: AbortReason }
