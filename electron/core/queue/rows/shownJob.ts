import type { Job } from '@shared/model/job'
import type { StoredItem } from './itemStore'
import { actionsOf } from './jobActions'
import type { StoredJob } from './jobStore'

/** A job as the window sees it. */
export function shownJob(job: StoredJob, items: readonly StoredItem[]): Job {
  return {
    id: job.id,
    batchId: job.batchId,
    connectionId: job.connectionId,
    mode: job.mode,
    request: job.request,
    name: job.name,
    images: job.images,
    state: job.state,
    saved: items.filter(({ state }) => state === 'saved').length,
    progress: job.progress,
    taskId: job.taskId,
    error: job.error,
    attention: job.attention,
    billed: job.billed,
    waitingStopped: job.waitingStopped,
    createdAt: job.createdAt,
    sentAt: job.sentAt,
    answeredAt: job.answeredAt,
    endedAt: job.endedAt,
    settledAt: job.settledAt,
    notBefore: job.notBefore ?? nextDownload(items),
    items: items.map(({ index, state, imageId, error }) => ({ index, state, imageId, error })),
    actions: [...actionsOf(job, items)],
  }
}

/** Once every image that is there is waiting for its next try: the earliest of those times. */
function nextDownload(items: readonly StoredItem[]): number | null {
  const ready = items.filter(({ state }) => state === 'ready')
  const times = ready.flatMap(({ downloadNotBefore }) => downloadNotBefore ?? [])
  return times.length > 0 && times.length === ready.length ? Math.min(...times) : null
}
