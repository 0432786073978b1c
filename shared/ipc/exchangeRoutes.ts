import { z } from 'zod'
import { copyFormSchema, jobExchangeSchema, jobHistorySchema } from '../model/exchange'
import { inBatchSchema } from '../model/job'
import { idSchema } from '../model/row'
import { nothing, route } from './route'

/** An attempt of a job; `number` null for the newest. */
const attempt = z.object({ id: idSchema, number: z.number().int().min(1).nullable() })

/** What was sent for a job, and what came back. */
export const exchangeRoutes = {
  /** Null if nothing was sent, or nothing of it is kept: an image may have outlived its job. */
  'jobs.exchange': route(attempt, jobExchangeSchema.nullable()),
  /** Puts all of it on the clipboard. Refused with `rowMissing` if there is nothing. */
  'jobs.copyExchange': route(attempt.extend({ form: copyFormSchema }), nothing),
  /** Null if the job has no row any more: an image may have outlived it. */
  'jobs.history': route(z.object({ id: idSchema }), jobHistorySchema.nullable()),
  /** Null also if the job has no row any more. */
  'jobs.inBatch': route(z.object({ id: idSchema }), inBatchSchema.nullable()),
} as const
