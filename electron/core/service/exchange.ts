import type { AppError } from '@shared/errors'

/** The raw answer, unparsed, with the key struck out. */
export interface RawAnswer {
  readonly status: number
  /** Lower-case names; only those that matter: content-type, retry-after*, date, request ids, location. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, or the file it was spooled to when it was over 256 KB. */
  readonly body:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'file'; readonly path: string }
  /** Where the base64 strings went that were too long to stand in the body: a file for each mark there. */
  readonly lifted: Readonly<Record<string, string>>
  /**
   * False when not all of the body is here. One past its bound is no answer (`answerTooLarge`), but for the images of a
   * paid one that were whole by then.
   */
  readonly complete: boolean
}

/** What an open request is aborted with, as `signal.reason`; anything else counts as the person. */
export type AbortReason = 'person' | 'shutdown'

/** The result of one HTTP exchange, by what is known about the wire. */
export type Exchange =
  | { readonly kind: 'answered'; readonly answer: RawAnswer }
  /** No answer. `written` is whether our headers were put on the wire, from that request's own diagnostics. */
  | { readonly kind: 'unanswered'; readonly written: boolean; readonly error: AppError }
  /** We ended it, which differs from a time-out. `written` as above. */
  | { readonly kind: 'aborted'; readonly written: boolean; readonly by: AbortReason }
