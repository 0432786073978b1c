import { askedImages, type JobAction } from '@shared/model/job'
import { hadImage } from './itemReading'
import type { StoredItem } from './itemStore'
import type { StoredJob } from './jobFields'
import { isStranded } from './stranded'

/** What the user may do with a job now, most likely first. */
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
      if (job.attention !== null) return [...wayBack(job), 'retryDownload', 'stopWaiting', ...giveUp, ...page]
      return [...(items.some(canRetry) ? (['retryDownload'] as const) : []), 'stopWaiting', ...giveUp]
    case 'saving':
      if (job.attention?.code === 'imageFound') return [...giveUp, ...page]
      return items.some(canRetry) || job.attention !== null
        ? [...wayBack(job), 'retryDownload', ...giveUp, ...page]
        : giveUp
    case 'uncertain': {
      const ask: readonly JobAction[] = job.taskId === null ? [] : ['retryDownload']
      if (job.orphaned) return [...ask, 'settle', 'restoreConnection', ...page]
      return [...ask, ...(isRequestLost(job) ? [] : (['sendAgain'] as const)), 'settle', ...page]
    }
    case 'done':
    case 'failed':
      return [
        ...(items.some(hasKeptFile) ? (['saveKept'] as const) : []),
        ...freeRetry(job, items),
        ...paidRetry(job, items),
        ...(job.attention === null ? [] : (['settle'] as const)),
        ...(job.error === null ? [] : page),
      ]
  }
}

/** What ends the reason why it needs the user: a removed connection can be given a new key once it is back. */
function wayBack({ orphaned, attention }: StoredJob): readonly JobAction[] {
  if (!orphaned && attention?.code === 'taskAskedElsewhere') return ['allowTaskOrigin']
  return orphaned && isStranded(attention) ? ['restoreConnection'] : []
}

/** An item whose download failed at least once and waits for its next try, or that was given up. */
function canRetry({ state, downloadNotBefore, error }: StoredItem): boolean {
  return (state === 'ready' && downloadNotBefore !== null) || error?.code === 'imageGivenUp'
}

/** True for an item whose image was named but not fetched yet, or was expected from a task that has ended. */
export function isOutstanding(job: StoredJob, item: StoredItem): boolean {
  const isFinal = job.state === 'saving' || job.finalAt !== null
  return item.state === 'ready' || (item.state === 'pending' && (isFinal || hadImage(item)))
}

/**
 * True for an item that can still be fetched for free: its image existed, or its task can be asked for it. What ended a
 * task may have been said by mistake.
 */
export function isRecoverable(job: StoredJob, item: StoredItem): boolean {
  const isWithout = item.state === 'failed' || item.state === 'expired'
  return isWithout && (hadImage(item) || job.taskId !== null)
}

/** Whether what came instead of its image can be saved by the user, also a text. */
export const hasKeptFile = ({ state, spoolFile, error }: StoredItem): boolean =>
  (state === 'failed' || state === 'expired') && spoolFile !== null && error?.code !== 'imageLost'

/**
 * Images that didn't arrive, although the request asked for them, or the service named them without a requested number.
 */
export function missingOf({ request }: StoredJob, items: readonly StoredItem[]): number {
  return Math.max(0, askedImages(request) - items.filter(({ state }) => state === 'saved').length)
}

function freeRetry(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  const isRecoverableHere = items.some((item) => isRecoverable(job, item))
  return isRecoverableHere || job.error?.code === 'imageFoundUnfetched' ? ['retryDownload'] : []
}

/** Offered once: after that, the retry itself can be retried. */
function paidRetry(job: StoredJob, items: readonly StoredItem[]): readonly JobAction[] {
  const canAsk = !job.retried && !job.orphaned && !isRequestLost(job)
  return canAsk && missingOf(job, items) > 0 ? ['retryAsNew'] : []
}

/** The request could no longer be read, so nothing like it can be sent. */
const isRequestLost = ({ request }: StoredJob): boolean => request.model === ''
