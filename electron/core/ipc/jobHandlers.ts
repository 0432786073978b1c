import { AppFailure, appError } from '@shared/errors'
import { isLong } from '@shared/model/draftExpansion'
import type { JobAction } from '@shared/model/job'
import type { Connections } from '../connections/connections'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Clock, Opener } from '../ports'
import type { Prompts } from '../prompts/prompts'
import type { Queue } from '../queue/queue'
import type { DomainHandlers } from './handlers'

/**
 * These make billed requests, like a new batch: the library is checked first, so that nothing is paid for that it
 * couldn't save.
 */
const paid: ReadonlySet<JobAction> = new Set(['sendAgain', 'retryAsNew'])

export function jobHandlers(deps: {
  readonly queue: Queue
  readonly connections: Pick<Connections, 'find'>
  readonly watch: Pick<LibraryWatch, 'look'>
  readonly opener: Pick<Opener, 'openExternal'>
  readonly prompts: Pick<Prompts, 'record'>
  readonly clock: Pick<Clock, 'after'>
}): DomainHandlers<'jobs' | 'batches' | 'queue'> {
  const { queue, connections, watch, opener, prompts, clock } = deps

  /** Several jobs of one service share one page. */
  async function openServicePage(ids: readonly string[]): Promise<number> {
    const job = ids.map((id) => queue.find(id)).find((found) => found !== null)
    const page = job === undefined ? '' : (connections.find(job.connectionId)?.pageUrl ?? '')
    if (page === '') throw new AppFailure(appError('rowMissing', { params: { id: ids[0] ?? '' } }))
    await opener.openExternal(page)
    return 1
  }

  return {
    'jobs.enqueue': async ({ connectionId, draft, first }) => {
      await watch.look()
      const queued = isLong(draft)
        ? await queue.enqueueInParts(connectionId, draft, { first })
        : queue.enqueue(connectionId, draft, { first })
      // After the answer: nobody has to wait for the history.
      clock.after(0, () => prompts.record({ ...draft, connectionId }))
      return queued
    },

    'jobs.act': async ({ ids, sets = [], action }) => {
      if (action === 'openServicePage') return { done: await openServicePage(ids) }
      if (paid.has(action)) await watch.look()
      return { done: await queue.act(ids, action, sets) }
    },

    'jobs.estimate': ({ ids, sets }) => queue.estimate(ids, sets),

    'jobs.edit': ({ id, draft }) => ({ id: queue.edit(id, draft) }),

    'jobs.place': ({ id, place }) => queue.place('job', id, place),

    'batches.place': ({ id, place }) => queue.place('batch', id, place),

    'batches.prioritize': async ({ id, priority }) => {
      await queue.prioritize(id, priority)
      return null
    },

    'batches.cancel': ({ id }) => queue.cancelBatch(id),

    'batches.list': (window) => queue.batches(window),

    'batches.rename': ({ id, name }) => {
      queue.renameBatch(id, name)
      return null
    },

    'batches.setPaused': ({ id, paused }) => {
      queue.pauseBatch(id, paused)
      return null
    },

    'queue.overview': ({ limit, batchId }) => queue.overview(limit, batchId),

    'queue.waiting': (window) => queue.waiting(window),

    'queue.pause': () => {
      queue.pause()
      return null
    },

    'queue.resume': () => {
      queue.resume()
      return null
    },

    'queue.cancelWaiting': () => queue.cancelWaiting(),

    'queue.clearFinished': () => {
      queue.clearFinished()
      return null
    },

    'queue.listFinishedAgain': () => {
      queue.listFinishedAgain()
      return null
    },

    'queue.tryNow': () => {
      queue.tryNow()
      return null
    },

    'queue.answer': async ({ send }) => {
      if (send) await watch.look()
      queue.answer(send)
      return null
    },
  }
}
