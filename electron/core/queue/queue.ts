import type { AppError } from '@shared/errors'
import type { BatchList } from '@shared/model/batch'
import type { JobsCost } from '@shared/model/cost'
import type { SendableDraft, TemplateDraft } from '@shared/model/draft'
import type { JobHistory } from '@shared/model/exchange'
import type { InBatch, Job, JobAction } from '@shared/model/job'
import type { JobSet } from '@shared/model/jobSet'
import type {
  CancelResult,
  JobWindow,
  Movable,
  Place,
  Placed,
  Priority,
  QueueOverview,
  Unfinished,
} from '@shared/model/queue'
import type { SendHolder } from '@shared/model/sendGate'
import type { Piece } from '../startRecord'
import type { BatchInParts, NewBatch } from './commands/batchWriting'
import type { FoundAnswers } from './commands/foundAnswers'
import type { EnqueueResult } from './commands/jobInsertion'
import type { Presses } from './commands/presses'
import type { Teach } from './commands/teaching'
import type { ItemDelivery } from './engine/downloads/itemDelivery'
import type { BatchEnd } from './rows/batchEnds'
import type { FoundImage, FoundImages } from './rows/foundImages'
import type { BatchWindow } from './views/batchSummaries'
import type { Exchanges } from './views/exchanges'
import type { FirstImage } from './views/firstImage'
import type { KeptFile } from './views/keptFiles'
import type { WindowInBatch } from './views/waitingJobs'

/** What may be an image of a job, though nothing in an answer calls it one. */
export interface FoundInAnswers extends FoundAnswers, Pick<FoundImages, 'of'> {
  /** Those whose addresses are to be fetched now. */
  toFetch(): readonly FoundImage[]
  /** When the next postponed one falls due, milliseconds since the epoch; null if none is. */
  nextDue(): number | null
}

/** The queue of paid jobs: every change of a job goes through here, and only through here. */
export interface Queue extends ItemDelivery {
  /** Recovers what a kill left behind (`sending` without an answer becomes `uncertain`), then runs. */
  start(): Promise<void>
  /** Lets open requests end as the design says and leaves everything resumable. */
  stop(): Promise<void>

  /** Durable before it returns. */
  enqueue(connectionId: string, draft: TemplateDraft, options: { readonly first: boolean }): EnqueueResult
  /** The same for a draft that is too large for one transaction; durable once it resolves. */
  enqueueInParts(
    connectionId: string,
    draft: TemplateDraft,
    options: { readonly first: boolean },
  ): Promise<EnqueueResult>
  /** Throws AppFailure `connectionMissing`. */
  beginBatch(batch: NewBatch): BatchInParts
  /** Runs what begins, writes and finishes a batch in parts: nothing that it queues anew is brought back meanwhile. */
  writeBatch<T>(work: () => Promise<T>): Promise<T>
  /** Grows whenever a request was queued, ended without an image, or waits again after that; in this run. */
  queuedRevision(): number
  /** Ids of batches that an earlier run began and didn't finish. */
  halfWrittenBatches(): readonly string[]
  /** Removes at most this many jobs of one of them; true once nothing of it is left. */
  removeHalfWritten(id: string, limit: number): boolean
  /**
   * Acts on the named jobs and on those of the sets. Jobs that the action doesn't fit are left alone; resolves with how
   * many were changed. Like all commands on many jobs it is durable at once, and carried out in parts: see `Bulk`.
   */
  act(
    ids: readonly string[],
    action: JobAction,
    sets?: readonly JobSet[],
    press?: number | null,
  ): Promise<number>
  /** Commands that can be taken back: those that are given a press are recorded under it. */
  readonly presses: Presses
  /** What sending each of these jobs once more would cost, by connection. */
  estimate(ids: readonly string[], sets: readonly JobSet[]): Promise<JobsCost[]>
  cancelBatch(id: string, press?: number | null): Promise<CancelResult>
  /** Drops everything that is waiting, in every batch. */
  cancelWaiting(press?: number | null): Promise<CancelResult>
  renameBatch(id: string, name: string): void
  /** Stops or resumes the sends of a batch; what was already sent continues. */
  pauseBatch(id: string, paused: boolean): void
  /** Stops listing the jobs that have finished so far. */
  clearFinished(press?: number | null): void
  /** Moves what is waiting within the sending order. */
  place(kind: Movable, id: string, place: Place, press?: number | null): Promise<Placed>
  /** Sets the priority of all waiting jobs of a batch. */
  prioritize(batchId: string, priority: Priority, press?: number | null): Promise<void>
  /**
   * Replaces a waiting job with what the draft asks for, in the same place; returns the new id. Throws `jobNotWaiting`,
   * with nothing changed, if it was sent or dropped meanwhile.
   */
  edit(id: string, draft: SendableDraft, press?: number | null): string
  pause(): void
  resume(): void
  /** Ends a connection's hold, or the quiet its service asked for. After a tripped breaker, one trial goes first. */
  resumeConnection(id: string): void
  /** Does the work that the start skipped and that is no longer skipped. */
  takeUpLeftOut(piece: Piece): void
  /** The network may be back: probes the services that couldn't be reached. */
  tryNow(): void
  /** Sends on a connection even though its limit of images not on disk is reached, until there are fewer again. */
  sendAnyway(connectionId: string): void
  /** The computer is about to sleep: nothing more is sent until it wakes. */
  suspend(): void
  /** The computer woke. */
  wake(): void
  /** Sends what the overview's question is about, or lets it keep waiting. */
  answer(send: boolean): void
  /** Holds paid sends for one reason until called with null for the same reason; reasons add up. */
  holdSends(by: SendHolder, error: AppError | null): void

  /** A window of the batches, newest first. */
  batches(window: BatchWindow): BatchList
  /** `limit`: how many rows of each group; `batchId`: one batch, or null (the default) for all. */
  overview(limit: number, batchId?: string | null): QueueOverview
  /** A window of a batch's waiting jobs. */
  waiting(window: WindowInBatch): JobWindow
  /** A window of those of its jobs that are listed as finished. */
  finished(window: WindowInBatch): JobWindow
  find(id: string): Job | null
  readonly exchanges: Exchanges
  readonly found: FoundInAnswers
  readonly teach: Teach
  /** Files that came instead of images of a job, in order. Throws what the disk says. */
  keptFiles(id: string): Promise<readonly KeptFile[]>
  /** Null if there is no such job. */
  history(id: string): JobHistory | null
  /** How the first image of a connection came; null before there is one. */
  firstImage(connectionId: string): FirstImage | null
  /** What isn't over of a connection's requests. */
  unfinished(connectionId: string): Unfinished
  /** How it is told from the others of its batch; null if it isn't, or if there is no such job. */
  inBatch(id: string): InBatch | null
  /** A request without a task is open: quitting now would leave it uncertain. */
  openDirectRequests(): number

  /** Called when an item became ready; returns the disposer. */
  onItemReady(listener: () => void): () => void
  /** Called once, even across restarts, when a batch has no unfinished job left; returns the disposer. */
  onBatchDone(listener: (end: BatchEnd) => void): () => void
  /** Called whenever a batch has no unfinished job left, also once more after a retry; returns the disposer. */
  onBatchAtRest(listener: () => void): () => void
}
