import { type Job, stageOf } from '@shared/model/job'
import type { Fold } from '@shared/model/jobSet'
import { isQuiet } from './quietJob'

/** A row of a group: one job, or several with the same message shown as one line that opens. */
export type QueueRow = { readonly kind: 'job'; readonly key: string; readonly job: Job } | FoldedJobs

export interface FoldedJobs {
  readonly kind: 'fold'
  readonly key: string
  readonly fold: Fold
  readonly first: Job
  /** Those that are listed, including the first. */
  readonly jobs: readonly Job[]
}

/** The jobs as rows; the jobs of a fold share one row, in the place of the first. */
export function foldedRows(jobs: readonly Job[], folds: readonly Fold[]): readonly QueueRow[] {
  const members = new Map<Fold, Job[]>()
  const rows: QueueRow[] = []
  for (const job of jobs) {
    const fold = folds.find(({ jobs: set }) => isOf(job, set))
    const known = fold === undefined ? undefined : members.get(fold)
    if (fold === undefined) rows.push({ kind: 'job', key: job.id, job })
    else if (known !== undefined) known.push(job)
    else {
      const listed = [job]
      members.set(fold, listed)
      rows.push({ kind: 'fold', key: keyOf(fold.jobs), fold, first: job, jobs: listed })
    }
  }
  return rows
}

function isOf(job: Job, set: Fold['jobs']): boolean {
  const within = (time: number | null, { from, until }: { from: number; until: number }) =>
    time !== null && from <= time && time <= until
  switch (set.set) {
    case 'needsYou':
      return (
        (job.state === 'uncertain' || job.attention !== null) &&
        job.connectionId === set.connectionId &&
        (set.batchId === null || job.batchId === set.batchId) &&
        (job.attention ?? job.error)?.code === set.code &&
        within(job.sentAt, set)
      )
    case 'failed':
      return (
        job.state === 'failed' &&
        job.settledAt === null &&
        job.batchId === set.batchId &&
        (set.code === null || job.error?.code === set.code) &&
        job.actions.includes('retryAsNew') &&
        within(job.endedAt, set)
      )
    case 'running':
      return (
        stageOf[job.state] === 'running' &&
        !isLeft(job) &&
        job.attention === null &&
        (set.batchId === null || job.batchId === set.batchId)
      )
    case 'stopped':
      return isLeft(job) && (set.batchId === null || job.batchId === set.batchId)
  }
}

/** The user stopped waiting for it. */
function isLeft({ state, waitingStopped, attention }: Job): boolean {
  return state === 'running' && waitingStopped && attention === null
}

/** Stays the same while jobs join it. */
function keyOf(set: Fold['jobs']): string {
  switch (set.set) {
    case 'needsYou':
      return `needsYou ${set.connectionId} ${set.code} ${set.from}`
    case 'failed':
      return `failed ${set.batchId} ${set.code}`
    case 'running':
    case 'stopped':
      return `${set.set} ${set.batchId}`
  }
}

/**
 * Joins neighbouring jobs of one batch that ended the same way with nothing to decide into one, with all their images.
 * `more`: the list is cut, and its last batch may continue beyond the end. That batch isn't joined: its sum would be
 * incomplete.
 */
export function joinedJobs(jobs: readonly Job[], more: boolean): readonly Job[] {
  const cut = more ? jobs.at(-1)?.batchId : undefined
  const joined: Job[] = []
  for (const job of jobs) {
    const last = joined.at(-1)
    if (last !== undefined && job.batchId !== cut && endedAlike(last, job))
      joined[joined.length - 1] = join(last, job)
    else joined.push(job)
  }
  return joined
}

function endedAlike(a: Job, b: Job): boolean {
  return (
    a.batchId === b.batchId &&
    a.state === b.state &&
    a.request.prompt === b.request.prompt &&
    isQuiet(a) &&
    isQuiet(b) &&
    (a.sentAt === null) === (b.sentAt === null)
  )
}

/** Keeps the id of the older one, which newer neighbours join. */
function join(newer: Job, older: Job): Job {
  const images = newer.images + older.images
  return {
    ...older,
    images,
    request: { ...older.request, n: images },
    saved: newer.saved + older.saved,
    items: [...older.items, ...newer.items],
    sentAt: newer.sentAt === null || older.sentAt === null ? null : Math.min(newer.sentAt, older.sentAt),
    endedAt: newer.endedAt === null || older.endedAt === null ? null : Math.max(newer.endedAt, older.endedAt),
  }
}
