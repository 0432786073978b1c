import type { JobStage } from '@shared/model/job'
import type { Bulk } from '../bulk/bulk'
import type { Connections } from '../connections/connections'
import type { ServiceClient } from '../service/serviceClient'
import type { TurnShare } from '../turnShare'
import { createCommands } from './commands/createCommands'
import { createEstimate } from './commands/estimating'
import { createItemDelivery } from './engine/downloads/itemDelivery'
import { createEngine, type EngineDeps } from './engine/engine'
import type { Queue } from './queue'
import { createBatchEnds } from './rows/batchEnds'
import { createCosts } from './rows/costs'
import { createFinishedList } from './rows/finishedList'
import { createJobSets } from './rows/jobSets'
import { createPauseSwitch } from './rows/pauseSwitch'
import { createQueueRows } from './rows/queueRows'
import { shownJob } from './rows/shownJob'
import { createBatchSummaries } from './views/batchSummaries'
import { createExchanges } from './views/exchanges'
import { createFinishedBatches } from './views/finishedBatches'
import { readFirstImage } from './views/firstImage'
import { createFolds } from './views/folds'
import { readJobHistory } from './views/jobHistory'
import { createJobsInBatch } from './views/jobsInBatch'
import { keptFilesOf } from './views/keptFiles'
import { createOverview } from './views/overview'
import { createWaitingBatches } from './views/waitingBatches'
import { createReadWaiting } from './views/waitingJobs'

export interface QueueDeps
  extends Pick<EngineDeps, 'db' | 'changes' | 'clock' | 'logger' | 'guard' | 'spoolFolder' | 'starts'> {
  readonly service: EngineDeps['service'] & Pick<ServiceClient, 'findKept' | 'readPlace'>
  readonly bulk: Bulk
  readonly share: TurnShare
  readonly connections: EngineDeps['connections'] &
    Pick<Connections, 'restore' | 'allowTaskOrigin' | 'teach' | 'learnTaskPath'>
  /** After an interruption, the user is asked before jobs that have waited this long are sent, in milliseconds. */
  readonly askAfterMs: () => number
  /** What waits may have been sent already: the database was put back or copied. Then it is asked about. Default false. */
  readonly mayBeSent?: boolean
  /** The user said that what waits is to be sent all the same. */
  readonly onSentAnyway?: () => void
  /** 0 to 1, for jitter and backoff; default `Math.random`. */
  readonly random?: () => number
  /** How long `stop` waits for open requests, in milliseconds; default 3,000. */
  readonly stopGraceMs?: number
}

export function createQueue({
  random = Math.random,
  stopGraceMs = 3000,
  mayBeSent = false,
  onSentAnyway = () => {},
  ...deps
}: QueueDeps): Queue {
  const { db, changes, clock, guard, connections } = deps
  const rows = createQueueRows(deps)
  const { commits, jobs, items, found } = rows
  const costs = createCosts({ db, clock })
  const sets = createJobSets(db)
  const finishedList = createFinishedList({ db, clock, commits })
  const pauseSwitch = createPauseSwitch({ db, commits })
  const batchEnds = createBatchEnds({ db, clock })
  const commands = createCommands({ ...deps, rows, sets, finishedList, engine: () => engine })
  const { presses, ordering, enqueuing, batchWriting, batchSettings, cancelling, needConnection } = commands
  const engine = createEngine({
    ...deps,
    random,
    stopGraceMs,
    mayBeSent,
    rows,
    costs,
    pauseSwitch,
    cancelWithoutConnection: cancelling.withoutConnection,
  })
  const summaries = createBatchSummaries({ db, changes, costs })
  const jobsInBatch = createJobsInBatch({ db, items })
  const finishedBatches = createFinishedBatches({ db, changes, finishedList, summaries, jobsInBatch })
  const waitingBatches = createWaitingBatches({
    db,
    summaries,
    jobsInBatch,
    heldUpTo: engine.question.heldUpTo,
    priorityOf: ordering.priorityUnderWay,
  })
  const readOverview = createOverview({
    ...deps,
    sending: engine,
    jobsInBatch,
    finishedBatches,
    costs,
    folds: createFolds(db),
    summaries,
    waitingBatches,
    finishedList,
  })
  const readyListeners = new Set<() => void>()
  let unfollow = () => {}

  return {
    async start() {
      const endFollowing = [
        commits.subscribe(({ batches }) => batchEnds.check(batches)),
        commits.subscribe(({ itemReady }) => {
          if (itemReady) for (const listener of readyListeners) void guard.run(listener)
        }),
      ]
      unfollow = () => {
        for (const end of endFollowing) end()
      }
      await engine.start()
      await guard.run(() => batchEnds.check('all'))
    },
    async stop() {
      await engine.stop()
      unfollow()
    },

    enqueue: (connectionId, draft, options) => enqueuing.draft(needConnection(connectionId), draft, options),
    enqueueInParts: async (connectionId, draft, options) =>
      enqueuing.draftInParts(needConnection(connectionId), draft, options),
    beginBatch(batch) {
      needConnection(batch.connectionId)
      return batchWriting.begin(batch)
    },
    writeBatch: batchWriting.alone,
    queuedRevision: commits.queuedRevision,
    halfWrittenBatches: batchWriting.halfWritten,
    removeHalfWritten: batchWriting.removeSome,
    act: commands.act,
    presses,
    estimate: createEstimate({ ...deps, sets, costs }),
    cancelBatch: (id, press = null) => cancelling.batch(id, press),
    cancelWaiting: (press = null) => cancelling.all(press),
    renameBatch: batchSettings.rename,
    pauseBatch: batchSettings.setPaused,
    clearFinished: (press = null) => commands.clearing.clear(press),
    place: ordering.place,
    prioritize: ordering.prioritize,
    edit: (id, draft, press = null) => commands.editing.edit(id, draft, press),
    pause: () => pauseSwitch.set(true),
    resume: () => pauseSwitch.set(false),
    resumeConnection: engine.resumeConnection,
    takeUpLeftOut: engine.takeUpLeftOut,
    tryNow: engine.tryNow,
    sendAnyway: engine.sendAnyway,
    suspend: engine.suspend,
    wake: engine.wake,
    answer(send) {
      engine.question.answer(send)
      if (send) onSentAnyway()
    },
    holdSends: engine.holdSends,

    batches: summaries.list,
    overview: (limit, batchId = null) => readOverview({ limit, batchId }, { paused: pauseSwitch.isPaused() }),
    waiting: createReadWaiting({ db, changes, jobsInBatch }),
    finished: finishedBatches.window,
    find(id) {
      const job = jobs.find(id)
      return job === null ? null : shownJob(job, items.of(id))
    },
    exchanges: createExchanges({ ...deps, jobs }),
    found: {
      of: found.of,
      toFetch: () => found.toFetch(clock.now()),
      nextDue: () => found.nextDue(clock.now()),
      ...commands.foundAnswers,
    },
    teach: commands.teach,
    keptFiles: (id) => keptFilesOf({ ...deps, jobs, items }, id),
    history: (id) => readJobHistory(db, id),
    firstImage: (connectionId) => readFirstImage(db, connectionId),
    unfinished(connectionId) {
      const jobs = (stage: JobStage): number =>
        db.get<{ count: number }>(
          `SELECT coalesce(sum(jobs), 0) AS count FROM job_counts JOIN batches ON batches.id = batch_id
           WHERE stage = :stage AND batches.connection_id = :connectionId`,
          { stage, connectionId },
        )?.count ?? 0
      return { waiting: jobs('waiting'), running: jobs('running'), needsYou: jobs('needsYou') }
    },
    inBatch: jobsInBatch.find,
    openDirectRequests: engine.openDirectRequests,

    ...createItemDelivery({ ...rows, db, clock, connections, ...engine }),
    onItemReady(listener) {
      readyListeners.add(listener)
      return () => readyListeners.delete(listener)
    },
    onBatchDone: batchEnds.subscribe,
    onBatchAtRest: batchEnds.onRest,
  }
}
