import type { AppError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import type { FrozenTarget } from '../../../connections/connections'

/** An item that the service has but the library doesn't: what delivery works on. */
export interface ReadyItem {
  readonly connectionId: string
  readonly jobId: string
  /** 0-based. */
  readonly index: number
  readonly url: string | null
  readonly spoolFile: string | null
  readonly revisedPrompt: string | null
  /** It may be the same image as another of the job, under a different address: the bytes decide. */
  readonly again: boolean
  /** Downloads tried so far. */
  readonly tries: number
}

/** What the library records of an image's origin. */
export interface JobOrigin {
  readonly job: Job
  readonly connectionName: string
  /** Where its request went, to which its image names are relative; null if that isn't known any more. */
  readonly frozen: FrozenTarget | null
}

/** What a failed download does to its item. */
export type ItemSetback =
  /** Retry, but not before `notBefore` (milliseconds since the epoch). */
  | { readonly kind: 'later'; readonly notBefore: number; readonly error: AppError }
  /** The same, and the person is shown the problem. */
  | { readonly kind: 'stuck'; readonly notBefore: number; readonly error: AppError }
  /**
   * The URL no longer answers: poll the task for a fresh one. The second time in a row the item is `expired` and keeps
   * its URL.
   */
  | { readonly kind: 'expired'; readonly error: AppError }
  | { readonly kind: 'failed'; readonly error: AppError }

/** The queue's side of bringing images home. An item is changed inside delivery's transaction. */
export interface ItemDelivery {
  /** Items due for download now, oldest job first, leaving out the connections in `besides`. */
  readyItems(limit: number, options?: { readonly besides: readonly string[] }): readonly ReadyItem[]
  /** When the next postponed item falls due, milliseconds since the epoch; null if none is waiting. */
  nextItemDue(): number | null
  origin(jobId: string): JobOrigin
  itemSaved(jobId: string, index: number, imageId: string): void
  /** The bytes that came for an item are those of an image the job already has: it was named twice. */
  itemRepeated(jobId: string, index: number, imageId: string): void
  itemSetBack(jobId: string, index: number, setback: ItemSetback): void
}
