import { z } from 'zod'
import { batchCostSchema } from './cost'

const count = z.number().int().min(0)

/** A batch and its progress. A retried job is no longer counted; the new job is counted instead. */
export const batchSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Requests besides the first, if it is named by the prompt of that one; 0 if the user or a table named it. */
  more: count,
  connectionId: z.string(),
  createdAt: z.number(),
  /** The user paused its sends. */
  paused: z.boolean(),
  /** It was queued from a table, which can be saved with its results. */
  fromTable: z.boolean(),
  jobs: count,
  waiting: count,
  running: count,
  /** Tasks the user stopped waiting for. */
  stopped: count,
  needsYou: count,
  done: count,
  failed: count,
  cancelled: count,
  /** The failed ones that can be sent as new requests. */
  retriable: count,
  cost: batchCostSchema,
})

/** The most characters of a batch's name. */
export const batchNameMaximum = 200

/** What a user may call a batch. */
export const batchNameSchema = z.string().trim().min(1).max(batchNameMaximum)

/** A window of all batches, newest first; `total` is how many match the search. */
export const batchListSchema = z.object({
  revision: count,
  total: count,
  rows: z.array(batchSummarySchema),
})

export type BatchSummary = z.infer<typeof batchSummarySchema>
export type BatchList = z.infer<typeof batchListSchema>
