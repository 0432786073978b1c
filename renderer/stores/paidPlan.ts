import type { Connection } from '@shared/model/connection'
import type { Cost } from '@shared/model/cost'

/** Requests that are about to be queued. */
export interface PaidPlan {
  readonly requests: number
  readonly images: number
  readonly connection: Connection
  readonly cost: Cost
}
