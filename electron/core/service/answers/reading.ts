import type { AppError } from '@shared/errors'

/** The most pictures that are found in one answer, or kept of one job, though nothing calls them images. */
export const foundMaximum = 16

/** Where an image is: a URL to fetch, or bytes that came in the answer and were spooled to a file. */
export type ImageSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }

/**
 * The phases to which the many status words are reduced. `done` only with an image; `unknown` if nothing recognisable
 * was said, with or without an image.
 */
export type TaskPhase = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'unknown'

export interface ItemReading {
  /** 0-based, in the order of this answer: in another answer it may be elsewhere. */
  readonly index: number
  /** The service's own id of the entry; null if it has none that distinguishes it from the others. */
  readonly entry: string | null
  readonly phase: TaskPhase
  readonly source: ImageSource | null
  readonly revisedPrompt: string | null
  readonly error: AppError | null
}

/** What an answer says about a task or a finished request, however it is wrapped. */
export interface TaskReading {
  /** Verbatim; null for a synchronous result. */
  readonly taskId: string | null
  readonly phase: TaskPhase
  /** The status word as the service wrote it, only for display. */
  readonly status: string | null
  /** 0 to 100; null if not given. */
  readonly progress: number | null
  readonly items: readonly ItemReading[]
  readonly error: AppError | null
  /** Where the answer says that its task is asked for: an address or a path, as written; null if it says nothing. */
  readonly askAt: string | null
  /** Nothing but its form shows that the id is a task's: if no address knows it, there is none. */
  readonly isProvisional: boolean
  /**
   * What may be an image though nothing calls it one, the likeliest first: at most 16 where no place that is known had an
   * image, and all files of an answer after which nothing more comes.
   */
  readonly found: readonly ImageSource[]
}
