import type { Job } from '@shared/model/job'

/** Whether "Details" has anything to show for it: an error, or what was sent. */
export function hasDetails(job: Job): boolean {
  return hasErrors(job) || job.sentAt !== null
}

/** Ended with nothing to decide and nothing more to show. */
export function isQuiet(job: Job): boolean {
  return job.actions.length === 0 && (job.state === 'cancelled' || (job.state === 'done' && !hasErrors(job)))
}

function hasErrors(job: Job): boolean {
  return job.error !== null || job.attention !== null || job.items.some(({ error }) => error !== null)
}
