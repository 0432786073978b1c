import type { AppError } from '@shared/errors'

/** The raw answer, unparsed, with the key removed. */
export interface RawAnswer {
  readonly status: number
  /** Lower-case names; only those that matter: content-type, retry-after*, date, request ids, location. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, or the file it was spooled to if it was over 256 KB. */
  readonly body:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'file'; readonly path: string }
  /** The files for base64 strings that were too long to stay in the body: one for each mark there. */
  readonly lifted: Readonly<Record<string, string>>
  /**
   * False if part of the body is missing. One that exceeds its limit counts as no answer (`answerTooLarge`), except for
   * the images of a paid answer that were whole by then.
   */
  readonly complete: boolean
  /** The disk refused some of its images until the app ended: they are nowhere. */
  readonly isUnkept?: boolean | undefined
}

/** The reason an open request is aborted with, in `signal.reason`; anything else counts as the person. */
export type AbortReason = 'person' | 'shutdown'

/** The result of one HTTP exchange, by what is known about the wire. */
export type Exchange =
  | { readonly kind: 'answered'; readonly answer: RawAnswer }
  /** No answer. `written` is whether our headers were put on the wire, from that request's own diagnostics. */
  | { readonly kind: 'unanswered'; readonly written: boolean; readonly error: AppError }
  /** We ended it, which differs from a time-out. `written` as above. */
  | { readonly kind: 'aborted'; readonly written: boolean; readonly by: AbortReason }
