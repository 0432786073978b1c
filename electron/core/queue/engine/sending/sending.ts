import type { Connections } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import type { Guard } from '../../../guard'
import type { Clock, Logger } from '../../../ports'
import type { ServiceClient } from '../../../service/serviceClient'
import type { StartRecord } from '../../../startRecord'
import type { Costs } from '../../rows/costs'
import type { JobProgress } from '../../rows/jobProgress'
import type { PauseSwitch } from '../../rows/pauseSwitch'
import type { QueueRows } from '../../rows/queueRows'
import { createUndelivered } from '../../rows/undelivered'
import type { Reach } from '../interruptions/reach'
import type { SendQuestion } from '../interruptions/sendQuestion'
import type { Suspension } from '../interruptions/suspension'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { TaskDurations } from '../polling/taskDurations'
import type { Breaker } from './breaker'
import { type Claims, createClaims } from './claims'
import { createDailyCaps } from './dailyCaps'
import { createScheduler, type Scheduler } from './scheduler'
import { createSendGates, type SendGates } from './sendGates'
import { createSlots } from './slots'
import { createApplySubmit } from './submitOutcome'
import { createSubmitter, type Submitter } from './submitter'
import { createUndeliveredBounds, type UndeliveredBounds } from './undeliveredBounds'

/** The way of a waiting job to its service: what may be sent, when, and what becomes of the answer. */
export interface Sending {
  readonly bounds: UndeliveredBounds
  readonly gates: SendGates
  readonly claims: Claims
  readonly submitter: Submitter
  readonly scheduler: Scheduler
}

export interface SendingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run' | 'failed'>
  readonly service: Pick<ServiceClient, 'send' | 'readSubmit'>
  readonly connections: Pick<
    Connections,
    'list' | 'find' | 'live' | 'freeze' | 'resolve' | 'hold' | 'release' | 'countAlike'
  >
  readonly breaker: Breaker
  readonly rows: QueueRows
  /** Absolute. */
  readonly spoolFolder: string
  readonly starts: Pick<StartRecord, 'during'>
  readonly costs: Pick<Costs, 'towardsCap'>
  readonly pauseSwitch: Pick<PauseSwitch, 'isPaused'>
  readonly suspension: Suspension
  readonly progress: JobProgress
  readonly durations: TaskDurations
  readonly paces: ConnectionPaces
  readonly reach: Reach
  readonly question: SendQuestion
}

export function createSending(deps: SendingDeps): Sending {
  const { db, clock, connections, rows, spoolFolder, durations, paces } = deps
  const { commits } = rows
  const bounds = createUndeliveredBounds({
    connections,
    undelivered: createUndelivered({ db, clock, commits, spoolFolder }),
    commits,
  })
  const gates = createSendGates({ ...deps, bounds })
  const apply = createApplySubmit({ ...deps, ...rows })
  const submitter = createSubmitter({ ...deps, ...rows, apply, onClosed: commits.queueChanged })
  const slots = createSlots({ db, clock, durations, paces })
  const claims = createClaims({ ...deps, ...rows, slots })
  const dailyCaps = createDailyCaps({ ...deps, nextRequests: claims.nextRequests })
  const scheduler = createScheduler({ ...deps, claims, submitter, dailyCaps, gates })
  return { bounds, gates, claims, submitter, scheduler }
}
