import type { JobAction } from '@shared/model/job'
import type { StoredItem } from '../rows/itemStore'
import type { StoredJob } from '../rows/jobStore'

/** What the person may do with a job now, most likely first. */
export function actionsOf(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  const page: readonly JobAction[] = job.pageUrl === '' ? [] : ['openServicePage']
  switch (job.state) {
    case 'queued':
      return ['cancel']
    case 'sending':
    case 'cancelled':
      return []
    case 'running':
      if (job.waitingStopped) return ['waitAgain', ...page]
      if (job.attention !== null) return ['retryDownload', 'stopWaiting', ...page]
      return items.some(isPostponed) ? ['retryDownload', 'stopWaiting'] : ['stopWaiting']
    case 'saving':
      return items.some(isPostponed) || job.attention !== null ? ['retryDownload', ...page] : []
    case 'uncertain':
      return job.orphaned || isRequestLost(job) ? ['settle', ...page] : ['sendAgain', 'settle', ...page]
    case 'done':
    case 'failed':
      return [...freeRetry(job, items), ...paidRetry(job, items), ...(job.error === null ? [] : page)]
  }
}

/** An item whose download failed at least once and waits for its next try. */
function isPostponed(item: StoredItem): boolean {
  return item.state === 'ready' && item.downloadNotBefore !== null
}

/** True for an item that may still be had without paying: its image was there, or the task can be asked for it. */
export function isRecoverable(job: StoredJob, item: StoredItem): boolean {
  if (item.state !== 'failed' && item.state !== 'expired') return false
  return item.url !== null || item.spoolFile !== null || (job.taskId !== null && job.state === 'done')
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
  return !job.retried && !job.orphaned && !isRequestLost(job) && missingOf(items) > 0 ? ['retryAsNew'] : []
}

/** What was asked could not be read any more: nothing like it can be sent. */
const isRequestLost = ({ request }: StoredJob): boolean => request.model === ''
