import { askedImages, type JobAction } from '@shared/model/job'
import type { StoredItem } from '../rows/itemStore'
import type { StoredJob } from '../rows/jobStore'
import { isStranded } from '../rows/stranded'

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
      if (job.attention !== null) return [...wayBack(job), 'retryDownload', 'stopWaiting', ...page]
      return items.some(isPostponed) ? ['retryDownload', 'stopWaiting'] : ['stopWaiting']
    case 'saving':
      return items.some(isPostponed) || job.attention !== null
        ? [...wayBack(job), 'retryDownload', ...page]
        : []
    case 'uncertain':
      return job.orphaned ? ['settle', 'restoreConnection', ...page] : ['sendAgain', 'settle', ...page]
    case 'done':
    case 'failed':
      return [
        ...freeRetry(job, items),
        ...paidRetry(job, items),
        ...(job.attention === null ? [] : (['settle'] as const)),
        ...(job.error === null ? [] : page),
      ]
  }
}

/** What was removed can be given a new key once it is back. */
function wayBack({ orphaned, attention }: StoredJob): readonly JobAction[] {
  return orphaned && isStranded(attention) ? ['restoreConnection'] : []
}

/** An item whose download failed at least once and waits for its next try. */
function isPostponed(item: StoredItem): boolean {
  return item.state === 'ready' && item.downloadNotBefore !== null
}

/** True for an item that may still be had without paying: its image was there, or the task can be asked for it. */
export function isRecoverable(job: StoredJob, item: StoredItem): boolean {
  if (item.state !== 'failed' && item.state !== 'expired') return false
  if (item.url !== null || item.spoolFile !== null) return true
  return job.taskId !== null && (job.state === 'done' || item.error?.code === 'imageUndelivered')
}

/** Images the request asked for, or the service named when it was asked for none in particular, that did not come. */
export function missingOf({ request }: StoredJob, items: readonly StoredItem[]): number {
  return Math.max(0, askedImages(request) - items.filter(({ state }) => state === 'saved').length)
}

function freeRetry(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  return items.some((item) => isRecoverable(job, item)) ? ['retryDownload'] : []
}

/** Offered once: the retry itself is what is retried next. */
function paidRetry(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  return !job.retried && !job.orphaned && missingOf(job, items) > 0 ? ['retryAsNew'] : []
}
