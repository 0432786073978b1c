import { type AppError, AppFailure, appError } from '@shared/errors'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { unreachedCodes } from '../../service/networkErrors'
import type { DownloadRests } from '../interruptions/downloadRests'
import { lastingTrouble } from '../polling/lasting'
import type { TaskProgress } from '../polling/taskProgress'
import type { Queue } from '../queue'
import type { ItemStore, StoredItem } from './itemStore'
import type { JobPatch, JobStore } from './jobStore'
import { shownJob } from './shownJob'

/** Where nothing listens so often, nothing may ever again: the service is asked once where the image is now. */
const triesUntilMoved = 3

/** The queue's side of bringing images home. */
export type ItemDelivery = Pick<Queue, 'readyItems' | 'nextItemDue' | 'origin' | 'itemSaved' | 'itemSetBack'>

export function createItemDelivery(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly progress: TaskProgress
  readonly rests: DownloadRests
}): ItemDelivery {
  const { db, clock, jobs, items, progress, rests } = deps

  /** Only an item that is ready can be settled: a call that comes twice changes nothing. */
  function settleItem(
    jobId: string,
    index: number,
    change: (item: StoredItem) => StoredItem,
    trouble: AppError | null = null,
  ): void {
    db.transaction(() => {
      const item = items.find(jobId, index)
      if (item?.state !== 'ready') return
      const changed = change(item)
      items.put(changed)
      progress.settle(jobs.patch(jobs.touch(jobId), news(changed, trouble)))
    })
  }

  /** What a settled item tells of its job. */
  function news({ state, jobId, error, downloadTries }: StoredItem, trouble: AppError | null): JobPatch {
    if (state === 'saved') return { billed: 'yes' }
    const lasting =
      state === 'ready' && error !== null ? lastingTrouble('imageStuck', downloadTries, error) : null
    const attention = trouble ?? lasting
    return attention === null || jobs.need(jobId).attention !== null ? {} : { attention }
  }

  return {
    readyItems: (limit, { besides } = { besides: [] }) =>
      items
        .ready(clock.now(), { limit, besides: [...besides, ...rests.resting()] })
        .map(({ connectionId, jobId, index, url, spoolFile, revisedPrompt, downloadTries }) => ({
          connectionId,
          jobId,
          index,
          url,
          spoolFile,
          revisedPrompt,
          tries: downloadTries,
        })),

    nextItemDue() {
      const now = clock.now()
      const due = items.nextDue(now)
      const rest = rests.nextEndMs()
      return rest === null ? due : Math.min(now + rest, due ?? Number.POSITIVE_INFINITY)
    },

    origin(jobId) {
      const job = jobs.find(jobId)
      const connection = db.get<{ name: string }>(
        'SELECT name FROM connections WHERE id = (SELECT connection_id FROM jobs WHERE id = :jobId)',
        { jobId },
      )
      if (job === null || connection === undefined) {
        throw new AppFailure(appError('rowMissing', { params: { id: jobId } }))
      }
      return { job: shownJob(job, items.of(jobId)), connectionName: connection.name }
    },

    itemSaved(jobId, index, imageId) {
      rests.end(jobs.need(jobId).connectionId)
      settleItem(jobId, index, (item) => ({ ...item, state: 'saved', imageId, error: null }))
    },

    itemSetBack(jobId, index, setback) {
      const { error } = setback
      const { connectionId } = jobs.need(jobId)
      // Where a connection is refused the image may have moved, which each finds out for itself.
      if (error.code !== 'connectionRefused' && unreachedCodes.has(error.code)) rests.missed(connectionId)
      else rests.end(connectionId)
      const trouble = setback.kind === 'stuck' ? error : null
      settleItem(
        jobId,
        index,
        (item) => {
          const tried = { ...item, error, downloadTries: item.downloadTries + 1 }
          const canAsk = !item.refreshed && jobs.need(jobId).taskId !== null
          switch (setback.kind) {
            case 'later': {
              const moved = error.code === 'connectionRefused' && tried.downloadTries >= triesUntilMoved
              if (moved && canAsk) return { ...tried, state: 'pending', refreshed: true }
              return { ...tried, downloadNotBefore: setback.notBefore }
            }
            case 'stuck':
              return { ...tried, downloadNotBefore: setback.notBefore }
            case 'failed':
              return { ...tried, state: 'failed' }
            case 'expired':
              return canAsk ? { ...tried, state: 'pending', refreshed: true } : { ...tried, state: 'expired' }
          }
        },
        trouble,
      )
    },
  }
}
