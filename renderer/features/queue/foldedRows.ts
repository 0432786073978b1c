import type { Job } from '@shared/model/job'

/** A row of a group: a job, or several that say the same and are shown as one line that opens. */
export type QueueRow =
  | { readonly kind: 'job'; readonly key: string; readonly job: Job }
  | { readonly kind: 'fold'; readonly key: string; readonly jobs: readonly Job[] }

/** More rows than this that are alike become one. */
const alikeMaximum = 5

/** `likeness`: jobs with the same one are alike; null is like no other. Order is that of the first of each. */
export function foldedRows(jobs: readonly Job[], likeness: (job: Job) => string | null): readonly QueueRow[] {
  const alike = new Map<string, Job[]>()
  for (const job of jobs) {
    const key = likeness(job) ?? job.id
    alike.set(key, [...(alike.get(key) ?? []), job])
  }
  return [...alike].flatMap(([key, group]): readonly QueueRow[] =>
    group.length > alikeMaximum
      ? [{ kind: 'fold', key, jobs: group }]
      : group.map((job) => ({ kind: 'job', key: job.id, job })),
  )
}

/** Uncertain jobs that ended with the same code. */
export function sameEnding(job: Job): string | null {
  return job.state === 'uncertain' ? `ending ${job.error?.code ?? ''}` : null
}

/** Jobs of one batch. */
export function sameBatch(job: Job): string | null {
  return `batch ${job.batchId}`
}
