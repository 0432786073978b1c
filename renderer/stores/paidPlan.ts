import type { Connection } from '@shared/model/connection'
import type { Cost } from '@shared/model/cost'

/** Requests that are about to be queued. */
export interface PaidPlan {
  readonly requests: number
  readonly images: number
  /** What they cost, by the connection they go to. */
  readonly parts: readonly { readonly connection: Connection; readonly cost: Cost }[]
  /** Said besides: that something may be billed again. */
  readonly note?: string
}
