import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { batchSummarySchema } from './batch'
import { connectionCostSchema, costSchema } from './cost'
import { jobActionSchema, jobSchema } from './job'
import { foldSchema } from './jobSet'
import { idSchema } from './row'
import { sendGateSchema } from './sendGate'

/** The most rows of a group that are read at once, which is one task of the main process. */
export const groupRowsMaximum = 300

const count = z.number().int().min(0)

export const prioritySchema = z.enum(['high', 'normal', 'low'])

/**
 * Where a waiting batch or job is moved to. `top`: it is sent next of all. `up`, `down`: one step among its siblings,
 * batches among batches and jobs within their batch. `before`, `after`: next to the named batch or job. What is moved
 * next to something takes its priority, so that it is sent from where it is shown.
 */
export const placeSchema = z.discriminatedUnion('to', [
  z.object({ to: z.enum(['top', 'up', 'down', 'bottom']) }),
  z.object({ to: z.enum(['before', 'after']), id: idSchema }),
])

/** Its place among its siblings, 1-based; null if it is no longer waiting. */
export const placedSchema = z.object({ at: count, of: count }).nullable()

/** A batch with something waiting, as the queue and the gallery's stack show it. */
export const batchSchema = batchSummarySchema.extend({
  /**
   * The prompt of the job that is sent next, or what it has besides the others of the batch; null if none is waiting.
   */
  nextPrompt: z.string().nullable(),
  /** Why that job is still here after it was tried; null if it wasn't. */
  nextError: appErrorSchema.nullable(),
  /** Not sent before this time, milliseconds since the epoch; null if it may be sent now. */
  nextTry: z.number().nullable(),
  /** What keeps that job from being sent. */
  gate: sendGateSchema,
  /** The priority of that job. */
  priority: prioritySchema,
  /** Some of its jobs are sent after the first ones of the batch listed behind it. */
  isApart: z.boolean(),
})

/** A connection whose service can't be reached: nothing is sent or polled until it can. */
export const unreachedSchema = z.object({ connectionId: z.string(), error: appErrorSchema })

/**
 * A connection that reached its limit of images paid for but not on disk. Sends wait, unless the user decided
 * otherwise (`sendsAnyway`), which is valid until there are fewer.
 */
export const undeliveredSchema = z.object({
  connectionId: z.string(),
  images: count,
  megabytes: count,
  sendsAnyway: z.boolean(),
})

/** A connection whose service asked for quiet until this time, milliseconds since the epoch. */
export const quietSchema = z.object({ connectionId: z.string(), until: z.number() })

/** A command on so many jobs that it is still being carried out: how many of them are done. */
export const bulkCommandSchema = z.object({
  name: z.enum([
    'place',
    'prioritize',
    'takeBack',
    'doAgain',
    ...jobActionSchema.exclude(['allowTaskOrigin', 'restoreConnection', 'openServicePage', 'saveKept'])
      .options,
  ]),
  done: count,
  total: count,
})

/** Jobs that have waited so long that the user is asked before they are sent. */
export const waitedSchema = z.object({
  /** The number and cost of the jobs, by connection. */
  costs: z.array(z.object({ connectionId: z.string(), cost: costSchema })),
  /** When the oldest was queued, milliseconds since the epoch. */
  since: z.number(),
  /** The user decided to let them wait. */
  keptWaiting: z.boolean(),
})

/** What the queue is divided into, in the order in which it is shown. */
export const jobGroups = ['needsYou', 'running', 'waiting', 'stopped', 'finished'] as const
export type JobGroup = (typeof jobGroups)[number]

/** The groups that list jobs; waiting ones stand by batch. */
export const jobLists = jobGroups.filter((group) => group !== 'waiting')

/** A batch of which something has ended: those of its jobs that are listed as finished, by how they ended. */
export const finishedBatchSchema = batchSummarySchema
  .pick({
    id: true,
    name: true,
    more: true,
    connectionId: true,
    fromTable: true,
  })
  .extend({
    /** Jobs that are listed, however they ended. */
    listed: count,
    /** Images on disk. */
    saved: count,
    /** Images that requests which succeeded should have led to, but didn't. */
    missing: count,
    /** Failed, and neither accepted by the user nor sent again. */
    failed: count,
    /** When the last of those failed, milliseconds since the epoch; null if none did. */
    failedAt: z.number().nullable(),
    /** What those allow, as far as one of each kind of failure tells. */
    failedActions: z.array(jobActionSchema),
    settled: count,
    /** Failed, and sent as new requests since. */
    retried: count,
    cancelled: count,
    /** What was surely paid for it so far. */
    spent: costSchema,
    /** The only job of the batch; null if it has several. */
    job: jobSchema.nullable(),
  })

/** The queue at one revision, or one batch of it: counts of everything, and the head of each group. */
export const queueOverviewSchema = z.object({
  revision: count,
  /**
   * The batch to which all groups, counts, tasks and folds belong; null for the whole queue, and if there is no such
   * batch.
   */
  batch: batchSummarySchema.nullable(),
  paused: z.boolean(),
  /** What keeps each connection's requests from being sent now; a batch has its own gate. */
  gates: z.array(z.object({ connectionId: z.string(), gate: sendGateSchema })),
  /** Why the library accepts no images: downloads wait. */
  libraryHold: appErrorSchema.nullable(),
  /**
   * Jobs by group. `finished` counts those that ended in the last 24 hours and weren't cleared; for one batch, all that
   * ended.
   */
  counts: z.record(z.enum(jobGroups), count),
  /** Jobs of other batches that need the user. */
  needsYouElsewhere: count,
  /** Tasks that are being polled. */
  waitedFor: count,
  /**
   * Jobs of the lists below that form one line, counted whether they are listed or not. In the whole queue, what failed
   * stands by batch instead.
   */
  folds: z.array(foldSchema),
  needsYou: z.array(jobSchema),
  running: z.array(jobSchema),
  /** Batches with waiting jobs, next first. */
  waiting: z.array(batchSchema),
  /** Tasks the user stopped waiting for. */
  stopped: z.array(jobSchema),
  /** Newest first; of the whole queue, only what has just ended. */
  finished: z.array(jobSchema),
  /**
   * Those by batch, that with the newest end first, then older ones of which something failed; only for the whole queue.
   */
  finishedBatches: z.array(finishedBatchSchema),
  /** Failed jobs that ended after this can be sent as new requests together, milliseconds since the epoch. */
  finishedAfter: z.number(),
  /** Connections on which something is waiting or was sent today, oldest first. */
  costs: z.array(connectionCostSchema),
  unreached: z.array(unreachedSchema),
  quiet: z.array(quietSchema),
  undelivered: z.array(undeliveredSchema),
  question: waitedSchema.nullable(),
  /** Commands that aren't finished, oldest first. */
  commands: z.array(bulkCommandSchema),
})

/** The result of a cancel: sent requests still arrive. */
export const cancelResultSchema = z.object({ cancelled: count, arriving: count })

/** Requests that wait, those that are sent and not over, and those that need the user. */
export const unfinishedSchema = z.object({ waiting: count, running: count, needsYou: count })

/** A window on some of the jobs of a batch; `total` is how many there are. */
export const jobWindowSchema = z.object({ revision: count, total: count, rows: z.array(jobSchema) })

/** A whole batch's waiting jobs, or one job. */
export type Movable = 'batch' | 'job'
export type Priority = z.infer<typeof prioritySchema>
export type Place = z.infer<typeof placeSchema>
export type Placed = z.infer<typeof placedSchema>
export type JobWindow = z.infer<typeof jobWindowSchema>
export type Batch = z.infer<typeof batchSchema>
export type FinishedBatch = z.infer<typeof finishedBatchSchema>
export type QueueOverview = z.infer<typeof queueOverviewSchema>
export type Unreached = z.infer<typeof unreachedSchema>
export type Undelivered = z.infer<typeof undeliveredSchema>
export type Quiet = z.infer<typeof quietSchema>
export type Waited = z.infer<typeof waitedSchema>
export type Unfinished = z.infer<typeof unfinishedSchema>
export type CancelResult = z.infer<typeof cancelResultSchema>
