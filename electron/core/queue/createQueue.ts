import { type AppError, AppFailure, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { Changes } from '../changes'
import type { Connections } from '../connections/connections'
import type { Database } from '../db/database'
import { traceOf } from '../errorTrace'
import type { Clock, Logger } from '../ports'
import type { ServiceClient } from '../service/serviceClient'
import { createAct } from './actions'
import { createBatchEnds } from './batchEnds'
import { createBreaker } from './breaker'
import { createBulkAct } from './bulkAct'
import { createCancelling } from './cancelling'
import { createClaims } from './claims'
import { createComeback } from './comeback'
import { createCommitWatch } from './commitWatch'
import { createConnectionPaces } from './connectionPace'
import { createCosts } from './costs'
import { createDailyCaps } from './dailyCaps'
import { createDownloadRests } from './downloadRests'
import { createEditJob } from './editing'
import { createEnqueuing } from './enqueue'
import { createFinishedList } from './finishedList'
import { createItemDelivery } from './itemDelivery'
import { createItemStore } from './itemStore'
import { hasEnded } from './jobMachine'
import { createJobSets } from './jobSets'
import { createJobStore } from './jobStore'
import { createLedger } from './ledger'
import { createOrdering } from './ordering'
import { createOverview } from './overview'
import { createPauseSwitch } from './pauseSwitch'
import { createPoller } from './poller'
import type { Queue } from './queue'
import { createReach } from './reach'
import { recover } from './recovery'
import { createScheduler } from './scheduler'
import { createSendQuestion } from './sendQuestion'
import { shownJob } from './shownJob'
import { createSlots } from './slots'
import { createSpooledFiles } from './spooledFiles'
import { createApplySubmit } from './submitOutcome'
import { createSubmitter } from './submitter'
import { createSuspension } from './suspension'
import { createTaskDurations } from './taskDurations'
import { createTaskProgress } from './taskProgress'
import { createReadWaiting } from './waitingJobs'

export interface QueueDeps {
  readonly db: Database
  readonly changes: Changes
  readonly clock: Clock
  readonly logger: Logger
  readonly service: Pick<ServiceClient, 'send' | 'readSubmit' | 'poll' | 'sweep' | 'test'>
  readonly connections: Pick<
    Connections,
    'list' | 'find' | 'freeze' | 'resolve' | 'resolveKeyless' | 'hold' | 'release' | 'countAlike'
  >
  /** From this age on, in milliseconds, what waits is asked about before it is sent after an interruption. */
  readonly askAfterMs: () => number
  /** 0 to 1, for jitter and backoff; default `Math.random`. */
  readonly random?: () => number
  /** How long `stop` waits for open requests, in milliseconds; default 3,000. */
  readonly stopGraceMs?: number
}

export function createQueue(deps: QueueDeps): Queue {
  const { db, changes, clock, logger, service, connections, askAfterMs } = deps
  const { random = Math.random, stopGraceMs = 3000 } = deps
  const watch = createCommitWatch(changes)
  const jobs = createJobStore({ db, clock, watch })
  const items = createItemStore({ db, watch })
  const ledger = createLedger({ db, clock })
  const spooled = createSpooledFiles({ db, items })
  const costs = createCosts({ db, clock })
  const progress = createTaskProgress({ clock, jobs, items })
  const paces = createConnectionPaces({ clock, random })
  const durations = createTaskDurations({ db })
  const breaker = createBreaker(connections)
  const ordering = createOrdering({ db, watch })
  const enqueuing = createEnqueuing({ db, clock, watch, ordering })
  const cancelling = createCancelling({ db, clock, watch })
  const rests = createDownloadRests({ clock, random })
  const delivery = createItemDelivery({ db, clock, jobs, items, progress, rests })
  const sets = createJobSets(db)
  const finishedList = createFinishedList({ db, clock, watch })
  const batchEnds = createBatchEnds({ db, clock })
  const pauseSwitch = createPauseSwitch({ db, watch })
  const question = createSendQuestion({ db, clock, connections, askAfterMs, onChange: watch.queue })
  const reach = createReach({
    db,
    clock,
    logger,
    random,
    service,
    connections,
    onChange: watch.queue,
    onReached: (id) => queueMicrotask(() => running && comeback.reached(id)),
  })
  const readOverview = createOverview({
    db,
    clock,
    changes,
    items,
    costs,
    sets,
    finishedList,
    paces,
    reach,
    question,
  })
  const apply = createApplySubmit({
    db,
    clock,
    connections,
    jobs,
    items,
    ledger,
    progress,
    paces,
    reach,
    breaker,
  })
  const submitter = createSubmitter({ clock, logger, service, ledger, apply, spooled, onClosed: watch.queue })
  const slots = createSlots({ db, clock, durations, paces })
  const claims = createClaims({ db, clock, jobs, ledger, costs, slots, question })
  const dailyCaps = createDailyCaps({ connections, costs, nextModels: claims.nextModels })
  const poller = createPoller({
    db,
    clock,
    logger,
    random,
    service,
    connections,
    jobs,
    ledger,
    progress,
    spooled,
    paces,
    durations,
    reach,
  })
  const suspension = createSuspension({ clock, onEnd: () => running && comeback.woken() })
  let sendHold: AppError | null = null
  let running = false
  let ended = false
  const isHeld = () => sendHold !== null || suspension.isOn() || pauseSwitch.isPaused()
  const scheduler = createScheduler({
    clock,
    logger,
    connections,
    claims,
    submitter,
    paces,
    dailyCaps,
    reach,
    isHeld,
  })
  const act = createBulkAct({
    act: createAct({ db, clock, jobs, items, enqueuing }),
    sets,
    onDone(done, action) {
      if (action === 'retryDownload') {
        rests.end('all')
        for (const id of done) poller.soon(id)
      }
    },
    hasEnded: () => ended,
  })
  const comeback = createComeback({
    pauseSwitch,
    paces,
    claims,
    items,
    rests,
    question,
    reach,
    poller,
    scheduler,
    attempt,
  })
  const readyListeners = new Set<() => void>()
  const disposers: (() => void)[] = []

  /** Writes that nothing waits for: a disk that is full must not end the app, they are made up for later. */
  function attempt(event: string, write: () => void): void {
    try {
      write()
    } catch (problem) {
      logger.error(event, traceOf(problem))
    }
  }

  function onConnectionsChanged(): void {
    attempt('queue.notCancelled', () =>
      cancelling.withoutConnection(new Set(connections.list().map(({ id }) => id))),
    )
    scheduler.pump()
    poller.pump()
  }

  function follow(): void {
    disposers.push(
      watch.subscribe(({ jobs: changed, batches, itemReady }) => {
        for (const [id, state] of changed) {
          if (state === 'running' || state === 'saving' || hasEnded(state)) poller.consider(id)
        }
        attempt('queue.batchEndNotNoted', () => batchEnds.check(batches))
        if (itemReady) for (const listener of readyListeners) listener()
        scheduler.pump()
      }),
      changes.subscribe((kind) => {
        if (kind === 'connections') queueMicrotask(() => running && onConnectionsChanged())
      }),
    )
  }

  function needConnection(id: string): Connection {
    const connection = connections.list().find((one) => one.id === id)
    if (connection === undefined) throw new AppFailure(appError('connectionMissing', { params: { id } }))
    return connection
  }

  return {
    async start() {
      running = true
      paces.resume(claims.limits())
      comeback.started()
      follow()
      await service.sweep(spooled.kept)
      await recover({ db, jobs, ledger, submitter })
      batchEnds.check('all')
      poller.start()
      onConnectionsChanged()
    },

    async stop() {
      running = false
      ended = true
      suspension.end()
      await Promise.all([scheduler.stop(), reach.stop()])
      await Promise.all([submitter.stop(stopGraceMs), poller.stop()])
      for (const dispose of disposers) dispose()
    },

    enqueue(connectionId, draft, options) {
      return enqueuing.draft(needConnection(connectionId), draft, options)
    },

    act,
    estimate: (ids, of) => costs.ofJobs(sets.members(ids, of)),
    cancelBatch: cancelling.batch,
    cancelWaiting: cancelling.all,
    clearFinished: finishedList.clear,
    place: ordering.place,
    prioritize: ordering.prioritize,
    edit: createEditJob({ db, jobs, items, ledger, enqueuing, connection: needConnection }),
    pause: () => pauseSwitch.set(true),
    resume: () => pauseSwitch.set(false),
    resumeConnection(id) {
      paces.of(id).lift()
      attempt('queue.limitNotForgotten', () => claims.forgetLimit(id))
      connections.release(id)
      if (running) onConnectionsChanged()
    },
    tryNow: comeback.tryNow,
    suspend: suspension.begin,
    wake: suspension.end,
    answer: question.answer,
    holdSends(error) {
      sendHold = error
      watch.queue()
      if (running) scheduler.pump()
    },

    overview: (limit) => readOverview(limit, { paused: pauseSwitch.isPaused(), held: sendHold }),
    waiting: createReadWaiting({ db, changes, items }),
    find(id) {
      const job = jobs.find(id)
      return job === null ? null : shownJob(job, items.of(id))
    },
    openDirectRequests: () => submitter.open('direct'),

    ...delivery,
    onItemReady(listener) {
      readyListeners.add(listener)
      return () => readyListeners.delete(listener)
    },
    onBatchDone: batchEnds.subscribe,
  }
}
