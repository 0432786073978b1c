import { appError, type ErrorCode } from '@shared/errors'
import { noBatchCost, noCost } from '@shared/model/cost'
import type { Item, Job } from '@shared/model/job'
import type { Batch, FinishedBatch, QueueOverview } from '@shared/model/queue'
import { openGate } from '@shared/model/sendGate'
import { emptyOverview } from './mainStandIn'

type JobSample = Partial<Omit<Job, 'request'>> & { readonly prompt?: string }

/** A running background job for one image, unless specified otherwise. */
export function jobSample({ prompt = 'a fern', ...rest }: JobSample = {}): Job {
  const images = rest.images ?? 1
  return {
    id: 'job1',
    batchId: 'batch1',
    connectionId: 'demo',
    mode: 'background',
    request: { model: 'demo-1', prompt },
    name: null,
    inBatch: null,
    images,
    state: 'running',
    saved: 0,
    progress: null,
    taskId: 'task1',
    error: null,
    attention: null,
    billed: 'maybe',
    waitingStopped: false,
    createdAt: 1_000,
    sentAt: 2_000,
    answeredAt: null,
    endedAt: null,
    settledAt: null,
    notBefore: null,
    items: Array.from({ length: images }, (_, index) => itemSample({ index })),
    found: 0,
    actions: [],
    ...rest,
  }
}

export function itemSample(rest: Partial<Item> = {}): Item {
  return { index: 0, state: 'pending', imageId: null, error: null, ...rest }
}

export function batchSample(rest: Partial<Batch> = {}): Batch {
  return {
    id: 'batch1',
    name: 'Chairs',
    more: 0,
    connectionId: 'demo',
    createdAt: 1_000,
    paused: false,
    fromTable: false,
    jobs: 40,
    waiting: 37,
    running: 0,
    stopped: 0,
    needsYou: 0,
    done: 3,
    failed: 0,
    cancelled: 0,
    retriable: 0,
    nextPrompt: 'linen chair',
    nextError: null,
    nextTry: null,
    gate: openGate,
    cost: noBatchCost,
    priority: 'normal',
    isApart: false,
    ...rest,
  }
}

/** What finished of a batch, as its only job if there is one. */
export function finishedSample(rest: Partial<FinishedBatch> = {}): FinishedBatch {
  return {
    id: 'batch1',
    name: 'Chairs',
    more: 0,
    connectionId: 'demo',
    fromTable: false,
    listed: 1,
    saved: 0,
    missing: 0,
    failed: 0,
    failedAt: null,
    failedActions: [],
    settled: 0,
    retried: 0,
    cancelled: 0,
    spent: noCost,
    job: null,
    ...rest,
  }
}

/** An overview whose counts match its lists, unless specified otherwise. */
export function overviewOf(lists: Partial<QueueOverview>): QueueOverview {
  const { needsYou = [], running = [], waiting = [], stopped = [], finished = [] } = lists
  return {
    ...emptyOverview,
    counts: {
      needsYou: needsYou.length,
      running: running.length,
      waiting: waiting.reduce((sum, batch) => sum + batch.waiting, 0),
      stopped: stopped.length,
      finished: finished.length,
    },
    finishedBatches: finished.map((job) => finishedSample({ id: job.batchId, job })),
    ...lists,
  }
}

export function uncertainJob(code: ErrorCode, rest: JobSample = {}): Job {
  return jobSample({
    state: 'uncertain',
    error: appError(code, { retry: 'maybeTwice' }),
    actions: ['sendAgain', 'settle'],
    ...rest,
  })
}
