import { type AppError, AppFailure, appError } from '@shared/errors'
import { askedImages, type Job } from '@shared/model/job'
import { firstAskedAt } from '../../../connections/askPlaces'
import type { Connections, FrozenTarget } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import { isIn } from '../../../jobMachine'
import type { Clock } from '../../../ports'
import type { SentContent } from '../../../service/answers/answerReading'
import { downloadPolicy } from '../../rows/downloadPolicy'
import { vanishing } from '../../rows/itemReading'
import { type ItemStore, newItem, type StoredItem } from '../../rows/itemStore'
import type { JobPatch, StoredJob } from '../../rows/jobFields'
import type { JobProgress } from '../../rows/jobProgress'
import type { JobStore } from '../../rows/jobStore'
import { lastingTrouble } from '../../rows/lastingTrouble'
import type { Ledger } from '../../rows/ledger'
import { sentContent } from '../../rows/sentContent'
import { shownJob } from '../../rows/shownJob'
import type { SpooledFiles } from '../../rows/spooledFiles'
import { holdFor } from '../../rows/stranded'
import type { DownloadRests } from './downloadRests'

/** An item that the service has but the library doesn't: what delivery works on. */
export interface ReadyItem {
  readonly connectionId: string
  readonly jobId: string
  /** 0-based. */
  readonly index: number
  readonly url: string | null
  readonly spoolFile: string | null
  readonly revisedPrompt: string | null
  /** It may be the same image as another of the job, under a different address: the bytes decide. */
  readonly again: boolean
  /** Downloads tried so far. */
  readonly tries: number
}

/** What the library records of an image's origin. */
export interface JobOrigin {
  readonly job: Job
  readonly connectionName: string
  /** Where its request went, to which its image names are relative; null if that isn't known any more. */
  readonly frozen: FrozenTarget | null
}

/** Where a saved image came from. */
export interface ImageOrigin extends Pick<JobOrigin, 'frozen'> {
  readonly connectionId: string
  readonly content: SentContent
  readonly taskId: string | null
  /** Where its task is asked for; null for the interface's own path. */
  readonly at: string | null
  /** Null if it came in the answer itself. */
  readonly url: string | null
}

type SetbackKind =
  /** Retry, but not before `notBefore` (milliseconds since the epoch). */
  | { readonly kind: 'later'; readonly notBefore: number; readonly error: AppError }
  /** The same, and the user is shown the problem. */
  | { readonly kind: 'stuck'; readonly notBefore: number; readonly error: AppError }
  /**
   * The URL doesn't give the image, or not any more: poll the task for a fresh one. If that was done before, retry as
   * with `later` for some minutes, if there is a `notBefore`. After that the item is `expired` and keeps its URL.
   */
  | { readonly kind: 'expired'; readonly error: AppError; readonly notBefore?: number }
  | { readonly kind: 'failed'; readonly error: AppError }

/**
 * What a failed download does to its item. `kept`: absolute path of what came instead of an image, if it is to be the
 * first that is offered of what is kept for the item.
 */
export type ItemSetback = SetbackKind & { readonly kept?: string }

/** The queue's side of bringing images home. An item is changed inside delivery's transaction. */
export interface ItemDelivery {
  /** Items due for download now, oldest job first, leaving out the connections in `besides`. */
  readyItems(limit: number, options?: { readonly besides: readonly string[] }): readonly ReadyItem[]
  /** When the next postponed item falls due, milliseconds since the epoch; null if none is waiting. */
  nextItemDue(): number | null
  origin(jobId: string): JobOrigin
  /** Null if there is no such item, or if its image is still to come. */
  imageOrigin(jobId: string, index: number): ImageOrigin | null
  itemSaved(jobId: string, index: number, imageId: string): void
  /**
   * The same for an image that was there before its download. False if it is that of another request, which this database
   * knows nothing about since it was put back, or since another profile has the job, too: it is the job's as well, and
   * what this request brings gets a place of its own, so that it is fetched.
   */
  itemFound(jobId: string, index: number, imageId: string): boolean
  /** The bytes that came for an item are those of an image the job already has: it was named twice. */
  itemRepeated(jobId: string, index: number, imageId: string): void
  itemSetBack(jobId: string, index: number, setback: ItemSetback): void
  /** Whether that would end the item: nothing more is tried for its image by itself. */
  endsItem(jobId: string, index: number, setback: ItemSetback): boolean
  /** See `SpooledFiles.release`. */
  releaseSpooled: SpooledFiles['release']
  /** See `SpooledFiles.releaseAnswers`. */
  releaseAnswers: SpooledFiles['releaseAnswers']
}

export function createItemDelivery(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly connections: Pick<Connections, 'find' | 'hold'>
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly ledger: Pick<Ledger, 'latest'>
  readonly spooled: Pick<SpooledFiles, 'release' | 'releaseAnswers'>
  readonly progress: JobProgress
  readonly rests: DownloadRests
}): ItemDelivery {
  const { db, clock, connections, jobs, items, ledger, progress, rests } = deps

  /** Only an item that is ready can be set back, so a repeated call changes nothing. Null removes the item. */
  function changeReady(
    jobId: string,
    index: number,
    change: (item: StoredItem) => StoredItem | null,
    trouble: AppError | null = null,
  ): void {
    db.transaction(() => {
      const item = items.find(jobId, index)
      if (item?.state !== 'ready') return
      const changed = change(item)
      if (changed === null) items.remove(item)
      else items.put(changed)
      const job = jobs.touch(jobId)
      progress.endIfNothingOpen(changed === null ? job : jobs.patch(job, news(job, changed, trouble)))
    })
  }

  /** As many as were asked for, or as are known to be different. */
  function namedImages({ id, images }: StoredJob): number {
    return Math.max(images, items.of(id).filter(({ again }) => !again).length)
  }

  /**
   * What is left of an item that turned out to be another one: the place of an image that is still owed, if there is
   * one.
   */
  function emptied({ jobId, index }: StoredItem): StoredItem | null {
    const job = jobs.need(jobId)
    const empty = newItem(jobId, index)
    if (items.of(jobId).length > askedImages(job.request)) return null
    if (job.state === 'running') return empty
    return { ...empty, state: 'failed', error: appError('imageUndelivered', { retry: 'free' }) }
  }

  /** How an item that was set back changes its job. */
  function news(
    job: StoredJob,
    { state, error, downloadTries }: StoredItem,
    trouble: AppError | null,
  ): JobPatch {
    if (state !== 'ready' || error === null) return {}
    if (downloadPolicy.heldCodes.has(error.code)) return held(job, error)
    const attention = trouble ?? lastingTrouble('imageStuck', downloadTries, error)
    return attention === null || job.attention !== null ? {} : { attention }
  }

  /** Only the user can help: the connection asks for it, or the job does if nobody would see it there. */
  function held({ id, connectionId }: StoredJob, error: AppError): JobPatch {
    const frozen = ledger.latest(id)?.frozen
    const origin = frozen === undefined ? {} : { origin: frozen.origin }
    const attention = holdFor(connections, connectionId, error, { polls: false, ...origin })
    return attention === null ? {} : { attention }
  }

  function itemSaved(jobId: string, index: number, imageId: string): void {
    rests.end(jobs.need(jobId).connectionId)
    db.transaction(() => {
      const item = items.find(jobId, index)
      // It was given up while on its way, but it has arrived.
      if (item === null || item.state === 'saved' || item.state === 'abandoned') return
      items.put({ ...item, state: 'saved', again: false, imageId, error: null })
      const job = jobs.touch(jobId)
      const open = isIn('ended', job.state) ? jobs.move(job, 'reopened', { error: null }) : job
      progress.endIfNothingOpen(jobs.patch(open, { billed: 'yes', images: namedImages(job) }))
    })
  }

  /** It was made before the job's request was sent, or by another task. */
  function isOfOther({ taskId, sentAt }: StoredJob, imageId: string): boolean {
    const image = db.get<{ at: number; taskId: string | null }>(
      'SELECT created_at AS at, task_id AS taskId FROM images WHERE id = :imageId',
      { imageId },
    )
    if (image === undefined) return false
    const isOtherTask = taskId !== null && image.taskId !== null && taskId !== image.taskId
    return isOtherTask || (sentAt !== null && image.at < sentAt)
  }

  return {
    releaseSpooled: deps.spooled.release,
    releaseAnswers: deps.spooled.releaseAnswers,

    readyItems: (limit, { besides } = { besides: [] }) =>
      items
        .ready(clock.now(), { limit, besides: [...besides, ...rests.resting()] })
        .map(({ connectionId, jobId, index, url, spoolFile, again, revisedPrompt, downloadTries }) => ({
          connectionId,
          jobId,
          index,
          url,
          spoolFile,
          again,
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
      const frozen = ledger.latest(jobId)?.frozen ?? null
      return { job: shownJob(job, items.of(jobId)), connectionName: connection.name, frozen }
    },

    imageOrigin(jobId, index) {
      const item = items.find(jobId, index)
      if (item === null || item.state === 'pending' || item.state === 'ready') return null
      const job = jobs.need(jobId)
      const { connectionId, taskId } = job
      const frozen = ledger.latest(jobId)?.frozen ?? null
      const connection = connections.find(connectionId)
      const isKnown = connection !== null && taskId !== null && frozen !== null
      const at = isKnown
        ? firstAskedAt(connection, { taskId, askAt: job.askAt, origin: frozen.origin })
        : null
      return { connectionId, content: sentContent(job, connection), taskId, at, url: item.url, frozen }
    },

    itemSaved,

    itemFound: (jobId, index, imageId) =>
      db.transaction(() => {
        const item = items.find(jobId, index)
        const isOther = item?.state === 'ready' && isOfOther(jobs.need(jobId), imageId)
        if (isOther) {
          const last = Math.max(...items.of(jobId).map((one) => one.index))
          // If it is the same image after all, its bytes say so.
          items.put({ ...item, index: last + 1, again: true })
          items.put({ ...newItem(jobId, index), state: 'ready', revisedPrompt: item.revisedPrompt })
        }
        itemSaved(jobId, index, imageId)
        return !isOther
      }),

    itemRepeated(jobId, index, imageId) {
      const twin = items.of(jobId).find((item) => item.imageId === imageId)
      changeReady(jobId, index, (item) => {
        if (twin === undefined) return { ...item, state: 'saved', again: false, imageId, error: null }
        const { url, spoolFile, entry } = item
        items.put({ ...twin, url, spoolFile, entry: entry ?? twin.entry })
        return emptied(item)
      })
    },

    itemSetBack(jobId, index, setback) {
      const { error } = setback
      const { connectionId } = jobs.need(jobId)
      if (downloadPolicy.isForAll(error)) rests.missed(connectionId)
      else if (!downloadPolicy.heldCodes.has(error.code)) rests.end(connectionId)
      const trouble = setback.kind === 'stuck' ? error : null
      changeReady(jobId, index, (item) => afterSetback(item, setback, jobs.need(jobId)), trouble)
    },

    endsItem(jobId, index, setback) {
      const item = items.find(jobId, index)
      if (item === null) return false
      const { state } = afterSetback(item, setback, jobs.need(jobId))
      return state === 'failed' || state === 'expired'
    },
  }
}

function afterSetback(
  item: StoredItem,
  setback: ItemSetback,
  { taskId }: Pick<StoredJob, 'taskId'>,
): StoredItem {
  const { error, kept: spoolFile = item.spoolFile } = setback
  const reason = setback.kind === 'expired' ? (vanishing(item) ?? error) : error
  const tried = { ...item, spoolFile, error: reason, downloadTries: item.downloadTries + 1 }
  const canAsk = !item.refreshed && taskId !== null
  switch (setback.kind) {
    case 'later': {
      if (canAsk && downloadPolicy.mayHaveMoved(error, tried.downloadTries))
        return { ...tried, state: 'pending', refreshed: true }
      return { ...tried, downloadNotBefore: setback.notBefore }
    }
    case 'stuck':
      return { ...tried, downloadNotBefore: setback.notBefore }
    case 'failed':
      return { ...tried, state: 'failed' }
    case 'expired': {
      if (canAsk) return { ...tried, state: 'pending', refreshed: true }
      const { notBefore } = setback
      return notBefore !== undefined && downloadPolicy.mayAcceptYet(error, tried.downloadTries)
        ? { ...tried, downloadNotBefore: notBefore }
        : { ...tried, state: 'expired' }
    }
  }
}
