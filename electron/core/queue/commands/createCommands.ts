import { AppFailure, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { Bulk } from '../../bulk/bulk'
import type { Connections } from '../../connections/connections'
import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import type { Clock } from '../../ports'
import type { ServiceClient } from '../../service/serviceClient'
import type { FinishedList } from '../rows/finishedList'
import type { JobProgress } from '../rows/jobProgress'
import type { JobSets } from '../rows/jobSets'
import { createPressRows } from '../rows/pressRows'
import type { QueueRows } from '../rows/queueRows'
import { createAct } from './actions'
import { createActPress } from './actPress'
import { type BatchSettings, createBatchSettings } from './batchSettings'
import { type BatchWriting, createBatchWriting } from './batchWriting'
import { type BulkAct, createBulkAct } from './bulkAct'
import { createCancelledRows } from './cancelledRows'
import { type Cancelling, createCancelling } from './cancelling'
import { type Clearing, createClearing } from './clearing'
import { createEditing, type Editing } from './editing'
import { createEnqueuing, type Enqueuing } from './enqueue'
import { createFoundAnswers, type FoundAnswers } from './foundAnswers'
import { createInsertJobs } from './jobInsertion'
import { createOrdering, type Ordering } from './ordering'
import { createOrderPress } from './orderPress'
import { createPresses, type Presses } from './presses'
import type { PressKind, PressWork } from './pressWork'
import { type AskedRows, createReplacing } from './replacing'
import { createTeach, type Teach } from './teaching'

/** What the user does to the queue. */
export interface Commands {
  readonly act: BulkAct
  readonly batchSettings: BatchSettings
  readonly batchWriting: BatchWriting
  readonly cancelling: Cancelling
  readonly clearing: Clearing
  readonly editing: Editing
  readonly enqueuing: Enqueuing
  readonly foundAnswers: FoundAnswers
  readonly ordering: Ordering
  readonly presses: Presses
  readonly teach: Teach
  /** Throws AppFailure `connectionMissing` if it was removed. */
  needConnection(id: string): Connection
}

/** What the commands ask of what works by itself; its own parts say what each of these does. */
interface CommandedEngine {
  readonly progress: Pick<JobProgress, 'endIfNothingOpen' | 'foundChanged' | 'taken' | 'shown' | 'taskTaught'>
  readonly question: AskedRows & { considered(): number; consider(connectionId: 'all'): void }
  askSoon(jobIds: readonly string[]): void
  takeUp(jobIds: readonly string[]): void
  hasStopped(): boolean
}

export function createCommands(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly guard: Guard
  readonly bulk: Bulk
  readonly service: Pick<ServiceClient, 'readPlace'>
  /** Absolute. */
  readonly spoolFolder: string
  readonly connections: Pick<Connections, 'list' | 'restore' | 'allowTaskOrigin' | 'teach' | 'learnTaskPath'>
  readonly rows: QueueRows
  readonly sets: JobSets
  readonly finishedList: FinishedList
  /** See `QueueDeps`. */
  readonly askAfterMs: () => number
  /** It is made after the commands. */
  readonly engine: () => CommandedEngine
}): Commands {
  const { db, clock, guard, connections, rows, finishedList, engine } = deps
  const { commits, jobs, items, found, ledger } = rows
  const progress: CommandedEngine['progress'] = {
    endIfNothingOpen: (job) => engine().progress.endIfNothingOpen(job),
    foundChanged: (job) => engine().progress.foundChanged(job),
    taken: (job, path) => engine().progress.taken(job, path),
    shown: (job, sources) => engine().progress.shown(job, sources),
    taskTaught: (job, taskId) => engine().progress.taskTaught(job, taskId),
  }
  const pressRows = createPressRows(db)
  const presses = createPresses({
    ...deps,
    rows: pressRows,
    workOf: (kind) => works[kind],
    alone: (work) => batchWriting.alone(work),
    considered: () => engine().question.considered(),
    onUnconsidered: () => engine().question.consider('all'),
  })
  const cancelled = createCancelledRows({ db, clock, commits, pressRows })
  const ordering = createOrdering({ ...deps, commits, presses, pressRows })
  const insertJobs = createInsertJobs({ db, clock })
  const findConnection = (id: string) => connections.list().find((one) => one.id === id)
  const batchWriting = createBatchWriting({
    db,
    clock,
    commits,
    ordering,
    insertJobs,
    pressRows,
    isLive: (id) => findConnection(id) !== undefined,
  })
  const enqueuing = createEnqueuing({
    db,
    clock,
    guard,
    commits,
    ordering,
    insertJobs,
    batchWriting,
    pressRows,
    hasEnded: () => engine().hasStopped(),
  })
  const editing = createEditing({
    db,
    jobs,
    ordering,
    pressRows,
    connection: needConnection,
    replacing: createReplacing({
      db,
      jobs,
      items,
      enqueuing,
      question: {
        heldUpTo: (id) => engine().question.heldUpTo(id),
        replaced: (...given) => engine().question.replaced(...given),
      },
    }),
  })
  const clearing = createClearing({ finishedList, pressRows })
  const order = createOrderPress({ db, commits })
  const works: Readonly<Record<PressKind, PressWork>> = {
    cancel: cancelled,
    act: createActPress({ db, clock, jobs, items }),
    place: order,
    prioritize: order,
    edit: editing,
    clear: clearing,
  }

  function needConnection(id: string): Connection {
    const connection = findConnection(id)
    if (connection === undefined) throw new AppFailure(appError('connectionMissing', { params: { id } }))
    return connection
  }

  return {
    act: createBulkAct({
      ...deps,
      presses,
      act: createAct({
        ...{ ...deps, jobs, items, found, enqueuing, cancelled, pressRows, progress },
        isAnyPressAtWork: presses.isAnyAtWork,
      }),
      onDone(done, action) {
        if (action === 'retryDownload') engine().askSoon(done)
        if (action === 'restoreConnection') engine().takeUp(done)
      },
    }),
    batchSettings: createBatchSettings({ db, commits }),
    batchWriting,
    cancelling: createCancelling({ ...deps, presses, cancelled }),
    clearing,
    editing,
    enqueuing,
    foundAnswers: createFoundAnswers({ db, jobs, items, found, progress }),
    ordering,
    presses,
    teach: createTeach({ ...deps, jobs, ledger, found, progress }),
    needConnection,
  }
}
