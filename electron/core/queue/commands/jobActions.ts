import type { JobAction } from '@shared/model/job'
import type { StoredItem } from '../rows/itemStore'
import type { StoredJob } from '../rows/jobStore'

/** What the person may do with a job now, most likely first. */
export function actionsOf(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  const page: readonly JobAction[] = job.pageUrl === '' ? [] : ['openServicePage']
  const giveUp: readonly JobAction[] = items.some((item) => isOutstanding(job, item)) ? ['giveUp'] : []
  switch (job.state) {
    case 'queued':
      return ['cancel']
    case 'sending':
    case 'cancelled':
      return []
    case 'running':
      if (job.waitingStopped) return ['waitAgain', ...giveUp, ...page]
      if (job.attention !== null) return ['retryDownload', 'stopWaiting', ...giveUp, ...page]
      return [...(items.some(canRetry) ? (['retryDownload'] as const) : []), 'stopWaiting', ...giveUp]
    case 'saving':
      return items.some(canRetry) || job.attention !== null ? ['retryDownload', ...giveUp, ...page] : giveUp
    case 'uncertain':
      return job.orphaned ? ['settle', ...page] : ['sendAgain', 'settle', ...page]
    case 'done':
    case 'failed':
      return [...freeRetry(job, items), ...paidRetry(job, items), ...(job.error === null ? [] : page)]
  }
}

/** An item whose download failed at least once and waits for its next try, or that was given up. */
function canRetry({ state, downloadNotBefore, error }: StoredItem): boolean {
  return (state === 'ready' && downloadNotBefore !== null) || error?.code === 'imageGivenUp'
}

/** True for an item whose image was named and is still to be brought home, or was to come of a task that has ended. */
export function isOutstanding(job: StoredJob, item: StoredItem): boolean {
  return item.state === 'ready' || (item.state === 'pending' && (job.state === 'saving' || hasSource(item)))
}

/** True for an item that may still be had without paying: its image was there, or the task can be asked for it. */
export function isRecoverable(job: StoredJob, item: StoredItem): boolean {
  if (item.state !== 'failed' && item.state !== 'expired') return false
  if (hasSource(item)) return true
  return job.taskId !== null && (job.state === 'done' || item.error?.code === 'imageGivenUp')
}

/** It is known where the image is, or was. */
export function hasSource({ url, spoolFile }: StoredItem): boolean {
  return url !== null || spoolFile !== null
}

/** Items that ended without an image. */
export function missingOf(items: readonly StoredItem[]): number {
  return items.filter(({ state }) => state !== 'saved').length
}

function freeRetry(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  return items.some((item) => isRecoverable(job, item)) ? ['retryDownload'] : []
}

/** Offered once: the retry itself is what is retried next. */
function paidRetry(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  return !job.retried && !job.orphaned && missingOf(items) > 0 ? ['retryAsNew'] : []
}
