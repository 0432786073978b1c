import { AppFailure, appError } from '@shared/errors'
import { isLong } from '@shared/model/draftExpansion'
import type { JobAction } from '@shared/model/job'
import type { Movable, Place } from '@shared/model/queue'
import type { Connections } from '../connections/connections'
import { keptFileName, saveKeptFile } from '../delivery/keptFiles'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Clipboard, Clock, Dialogs, Opener } from '../ports'
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
  readonly clipboard: Pick<Clipboard, 'writeText'>
  readonly prompts: Pick<Prompts, 'record'>
  readonly dialogs: Pick<Dialogs, 'saveFile'>
  readonly clock: Pick<Clock, 'after'>
}): DomainHandlers<'jobs' | 'batches' | 'queue' | 'presses'> {
  const { queue, connections, watch, opener, clipboard, prompts, dialogs, clock } = deps
  const { presses } = queue

  /** Several jobs of one service share one page. */
  async function openServicePage(ids: readonly string[]): Promise<number> {
    const job = ids.map((id) => queue.find(id)).find((found) => found !== null)
    const page = job === undefined ? '' : (connections.find(job.connectionId)?.pageUrl ?? '')
    if (page === '') throw new AppFailure(appError('rowMissing', { params: { id: ids[0] ?? '' } }))
    await opener.openExternal(page)
    return 1
  }

  /** Each is asked about in turn, until one isn't wanted. */
  async function saveKept(ids: readonly string[]): Promise<number> {
    let saved = 0
    for (const id of ids)
      for (const file of await queue.keptFiles(id)) {
        const to = await dialogs.saveFile('keptFile', await keptFileName(file))
        if (to === null) return saved
        await saveKeptFile(file, to)
        saved++
      }
    return saved
  }

  /** The task may have named another origin since the user was asked. */
  const askingAbout = (ids: readonly string[], origin: string | undefined): readonly string[] =>
    ids.filter((id) => origin !== undefined && queue.find(id)?.attention?.params?.origin === origin)

  async function moved(kind: Movable, id: string, place: Place) {
    const { value, press } = await presses.give('place', (press) => queue.place(kind, id, place, press))
    return { placed: value, press }
  }

  return {
    'jobs.enqueue': async ({ connectionId, draft, first }) => {
      await watch.look()
      const added = connections.find(connectionId)?.extra[draft.mode] ?? []
      const queued = isLong(draft, added)
        ? await queue.enqueueInParts(connectionId, draft, { first })
        : queue.enqueue(connectionId, draft, { first })
      // After the answer: nobody has to wait for the history.
      clock.after(0, () => prompts.record({ ...draft, connectionId }))
      return queued
    },

    'jobs.act': async ({ ids, sets = [], action, origin }) => {
      if (action === 'openServicePage') return { done: await openServicePage(ids), press: null }
      if (action === 'saveKept') return { done: await saveKept(ids), press: null }
      if (paid.has(action)) await watch.look()
      const kind = action === 'cancel' ? 'cancel' : 'act'
      const { value, press } = await presses.give(kind, (press) =>
        queue.act(action === 'allowTaskOrigin' ? askingAbout(ids, origin) : ids, action, sets, press),
      )
      return { done: value, press }
    },

    'jobs.estimate': ({ ids, sets }) => queue.estimate(ids, sets),

    'jobs.edit': async ({ id, draft }) => {
      const { value, press } = await presses.give('edit', (press) => queue.edit(id, draft, press))
      return { id: value, press }
    },

    'jobs.exchange': (attempt) => queue.exchanges.read(attempt),

    'jobs.teach': async (pointing) => {
      await queue.teach(pointing)
      return null
    },

    'jobs.history': ({ id }) => queue.history(id),
    'jobs.inBatch': ({ id }) => queue.inBatch(id),

    'jobs.copyExchange': async ({ form, ...attempt }) => {
      clipboard.writeText(await queue.exchanges.text(attempt, form))
      return null
    },

    'jobs.place': ({ id, place }) => moved('job', id, place),

    'batches.place': ({ id, place }) => moved('batch', id, place),

    'batches.prioritize': async ({ id, priority }) => {
      const { press } = await presses.give('prioritize', (press) => queue.prioritize(id, priority, press))
      return { press }
    },

    'batches.cancel': async ({ id }) => {
      const { value, press } = await presses.give('cancel', (press) => queue.cancelBatch(id, press))
      return { ...value, press }
    },

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

    'queue.finished': (window) => queue.finished(window),

    'queue.pause': () => {
      queue.pause()
      return null
    },

    'queue.resume': () => {
      queue.resume()
      return null
    },

    'queue.cancelWaiting': async () => {
      const { value, press } = await presses.give('cancel', (press) => queue.cancelWaiting(press))
      return { ...value, press }
    },

    'queue.clearFinished': async () => {
      const { press } = await presses.give('clear', (press) => queue.clearFinished(press))
      return { press }
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

    'presses.takeBack': ({ press }) => presses.takeBack(press),

    'presses.doAgain': ({ press }) => presses.doAgain(press),
  }
}
