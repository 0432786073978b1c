import type { Job } from '@shared/model/job'
import type { StoredItem } from './itemStore'
import { actionsOf } from './jobActions'
import { type StoredJob, shownFields } from './jobFields'

/** A job as the window sees it. */
export function shownJob(job: StoredJob, items: readonly StoredItem[]): Job {
  return {
    ...shownFields(job),
    saved: items.filter(({ state }) => state === 'saved').length,
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
