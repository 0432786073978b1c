import type { AppError } from '@shared/errors'
import type { SendHolder } from '@shared/model/sendGate'
import type { Changes } from '../../changes'
import type { Connections } from '../../connections/connections'
import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import { isIn } from '../../jobMachine'
import type { Clock, Logger } from '../../ports'
import type { ServiceClient } from '../../service/serviceClient'
import type { Piece, StartRecord } from '../../startRecord'
import type { Costs } from '../rows/costs'
import { createJobProgress, type JobProgress } from '../rows/jobProgress'
import type { PauseSwitch } from '../rows/pauseSwitch'
import type { QueueRows } from '../rows/queueRows'
import { createComeback } from './comeback'
import { createDownloadRests, type DownloadRests } from './downloads/downloadRests'
import { createReach, type Reach } from './interruptions/reach'
import { createSendQuestion, type SendQuestion } from './interruptions/sendQuestion'
import { createSuspension } from './interruptions/suspension'
import { type ConnectionPaces, createConnectionPaces } from './pace/connectionPace'
import { createPoller } from './polling/poller'
import { createTaskDurations } from './polling/taskDurations'
import { createBreaker } from './sending/breaker'
import { createImageLosses } from './sending/imageLosses'
import { askPlaceQuestions, reviewPlaceQuestions } from './sending/openPlaceQuestions'
import { recover, recoverAnswer } from './sending/recovery'
import type { SendGates } from './sending/sendGates'
import { createSending } from './sending/sending'
import type { UndeliveredBounds } from './sending/undeliveredBounds'

/**
 * Everything that runs automatically: waiting jobs are sent, tasks are polled, and both resume after an interruption.
 */
export interface Engine {
  /** Recovers what a kill left behind, then runs. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Checks again what may be sent and polled. */
  pump(): void
  /** Polls these tasks at the next opportunity, and resumes paused downloads. */
  askSoon(jobIds: readonly string[]): void
  /** Polls every task on the connections of these jobs, and resumes paused downloads: a connection is back. */
  takeUp(jobIds: readonly string[]): void
  /** Ends a connection's hold, and the quiet that its service asked for. */
  resumeConnection(id: string): void
  /** Does the work that the start skipped and that is no longer skipped. */
  takeUpLeftOut(piece: Piece): void
  tryNow(): void
  suspend(): void
  wake(): void
  /** Holds all sends for one reason, until called with null for the same reason. */
  holdSends(by: SendHolder, error: AppError | null): void
  /** Sends on a connection even though its limit of images not on disk is reached. */
  sendAnyway(connectionId: string): void
  openDirectRequests(): number
  hasStopped(): boolean
  /** What the views show of it, and what delivery goes by. */
  readonly gates: SendGates
  readonly bounds: UndeliveredBounds
  readonly paces: ConnectionPaces
  readonly reach: Reach
  readonly question: SendQuestion
  readonly rests: DownloadRests
  readonly progress: JobProgress
}

export interface EngineDeps {
  readonly db: Database
  readonly changes: Changes
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Guard
  readonly random: () => number
  readonly service: Pick<
    ServiceClient,
    'send' | 'findAnswer' | 'readSubmit' | 'poll' | 'look' | 'sweep' | 'test'
  >
  readonly connections: Pick<
    Connections,
    | 'list'
    | 'find'
    | 'live'
    | 'freeze'
    | 'resolve'
    | 'resolveKeyless'
    | 'isOpenQuestion'
    | 'hold'
    | 'release'
    | 'resume'
    | 'countAlike'
    | 'learnTaskPath'
    | 'forgetTaskPath'
    | 'onKeysReadable'
  >
  readonly rows: QueueRows
  /** Absolute: the folder of `service`. */
  readonly spoolFolder: string
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  readonly costs: Costs
  readonly pauseSwitch: PauseSwitch
  /** Drops the waiting jobs of every connection but these. */
  readonly cancelWithoutConnection: (live: ReadonlySet<string>) => Promise<void>
  /** See `QueueDeps`. */
  readonly askAfterMs: () => number
  readonly mayBeSent: boolean
  readonly stopGraceMs: number
}

export function createEngine(deps: EngineDeps): Engine {
  const { db, changes, clock, guard, random, service, connections, rows, pauseSwitch } = deps
  const { commits, jobs, items, found, ledger, spooled } = rows
  const progress = createJobProgress({
    clock,
    jobs,
    items,
    found,
    losses: createImageLosses(connections),
  })
  const paces = createConnectionPaces({ clock, random })
  const durations = createTaskDurations({ db })
  const rests = createDownloadRests({ clock, random })
  const question = createSendQuestion({ ...deps, onChange: commits.queueChanged })
  const reach = createReach({
    ...deps,
    onChange: commits.queueChanged,
    onReached: (id) => guard.soon(() => running && comeback.reached(id)),
  })
  const breaker = createBreaker(connections)
  const poller = createPoller({
    ...deps,
    onProven: breaker.proven,
    jobs,
    ledger,
    progress,
    spooled,
    paces,
    durations,
    reach,
  })
  const reviewPlaces = () => reviewPlaceQuestions(db, connections)
  const suspension = createSuspension({ clock, onEnd: () => running && onWoken() })
  const sending = createSending({ ...deps, breaker, suspension, progress, durations, paces, reach, question })
  const { bounds, gates, claims, submitter, scheduler } = sending
  /** Calls before this are only noted, and all are handled once it is true. */
  let running = false
  let stopped = false
  let starting: Promise<void> = Promise.resolve()
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
    guard,
    mayBeSent: deps.mayBeSent,
  })
  const disposers: (() => void)[] = []

  function cancelOrphans(): Promise<void> {
    return deps.cancelWithoutConnection(new Set(connections.list().map(({ id }) => id)))
  }

  function onConnectionsChanged(): void {
    // While the app quits, what isn't on the wire yet is still taken back.
    if (!running) scheduler.pump()
    else reviewConnections()
  }

  function reviewConnections(): void {
    void guard.run(cancelOrphans)
    void guard.run(() => items.forgetHeld(connections.list().filter(({ hold }) => hold === null)))
    void guard.run(reviewPlaces)
    void guard.run(() => askPlaceQuestions(db, connections))
    commits.queueChanged()
    pump()
  }

  function onWoken(): void {
    commits.queueChanged()
    comeback.woken()
  }

  function pump(): void {
    if (!running) return
    void guard.run(scheduler.pump)
    void guard.run(poller.pump)
  }

  function follow(): void {
    disposers.push(
      commits.subscribe(({ jobs: changed }) => {
        for (const job of changed.values()) {
          if (isIn('polled', job.state) || isIn('ended', job.state) || job.state === 'uncertain')
            poller.consider(job)
        }
        void guard.run(reviewPlaces)
        scheduler.pump()
      }),
      changes.subscribe((kind) => {
        if (kind === 'connections') guard.soon(onConnectionsChanged)
      }),
      connections.onKeysReadable((id) => guard.soon(() => running && comeback.reached(id))),
    )
  }

  /** Nothing is followed, polled or sent until what earlier runs left behind is recovered. */
  async function takeUp(): Promise<void> {
    await service.sweep(spooled.needed)
    await recover({ ...deps, jobs, ledger, submitter })
    await guard.run(goLive)
  }

  /** Checks the current state before anything changes; up to that point it can be run again. */
  function goLive(): void {
    if (stopped) return
    paces.resume(claims.limits())
    comeback.started()
    void guard.run(cancelOrphans)
    running = true
    follow()
    void guard.run(poller.start)
    void guard.run(scheduler.start)
  }

  return {
    start: () =>
      guard.run(() => {
        if (!stopped) starting = takeUp()
        return starting
      }),

    async stop() {
      running = false
      stopped = true
      await starting.catch(() => undefined)
      suspension.end()
      await Promise.all([scheduler.stop(), reach.stop()])
      await Promise.all([submitter.stop(deps.stopGraceMs), poller.stop()])
      for (const dispose of disposers) dispose()
    },

    pump,
    askSoon(jobIds) {
      rests.end('all')
      for (const id of jobIds) poller.soon(id)
    },
    takeUp(jobIds) {
      for (const id of new Set(jobIds.map((jobId) => jobs.need(jobId).connectionId))) comeback.reached(id)
    },
    takeUpLeftOut({ kind, id }) {
      if (kind === 'answer') void guard.run(() => recoverAnswer({ ...deps, jobs, ledger, submitter }, id))
      pump()
    },
    resumeConnection(id) {
      scheduler.allowed(id)
      paces.of(id).lift()
      void guard.run(() => claims.forgetLimit(id))
      connections.resume(id)
      onConnectionsChanged()
    },
    tryNow: comeback.tryNow,
    suspend() {
      suspension.begin()
      commits.queueChanged()
    },
    wake: suspension.end,
    holdSends(by, error) {
      gates.hold(by, error)
      commits.queueChanged()
      pump()
    },
    sendAnyway(id) {
      scheduler.allowed(id)
      bounds.sendAnyway(id)
    },
    openDirectRequests: () => submitter.open('direct'),
    hasStopped: () => stopped,
    gates,
    bounds,
    paces,
    reach,
    question,
    rests,
    progress,
  }
}
