import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import type { AppError } from '@shared/errors'
import { type Connection, type ConnectionDraft, connectionDefaults } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import type { Job, JobState } from '@shared/model/job'
import { onTestFinished } from 'vitest'
import type { Bulk } from '../../../electron/core/bulk/bulk'
import { createBulk } from '../../../electron/core/bulk/createBulk'
import { type Changes, createChanges } from '../../../electron/core/changes'
import type { Connections } from '../../../electron/core/connections/connections'
import { createConnections } from '../../../electron/core/connections/createConnections'
import type { Database } from '../../../electron/core/db/database'
import { createGuard } from '../../../electron/core/guard'
import type { Clock, Secrets } from '../../../electron/core/ports'
import { createQueue, type QueueDeps } from '../../../electron/core/queue/createQueue'
import type { Queue } from '../../../electron/core/queue/queue'
import { createServiceClient } from '../../../electron/core/service/createServiceClient'
import type { ServiceClient } from '../../../electron/core/service/serviceClient'
import { createTurnShare } from '../../../electron/core/turnShare'
import { eventually } from '../../support/eventually'
import { hurriedClock } from '../../support/fakeClock'
import { watchedTasks } from '../../support/longTasks'
import { temporaryFolder } from '../../support/temporaryFolder'
import { fileDatabase } from '../../support/testDatabase'
import { memoryLogger, memorySecrets } from '../../support/testPorts'
import { unwatchedStart } from '../../support/unwatchedStart'

export interface QueueHarness {
  readonly folder: string
  /** What the queue takes for the time. */
  readonly clock: Clock
  readonly db: Database
  readonly bulk: Bulk
  readonly queue: Queue
  readonly connections: Connections
  readonly changes: Changes
  readonly logger: ReturnType<typeof memoryLogger>
  readonly service: ServiceClient
  /** What the user is shown about the disk. */
  storage(): AppError | null
  /** Stops the queue in order and closes everything, as the app does. */
  stop(): Promise<void>
}

export interface QueueOptions {
  readonly folder?: string
  /** Default: `hurriedClock`; the computer's own beside another process, or where times are compared with it. */
  readonly clock?: Clock
  readonly service?: QueueDeps['service']
  /** Default: a keychain in memory, one per folder. */
  readonly secrets?: Secrets
  readonly stopGraceMs?: number
  /** Default 12 hours. */
  readonly askAfterMs?: number
  /** See `QueueDeps`. */
  readonly mayBeSent?: boolean
  /** Default: the queue is started. */
  readonly started?: boolean
  readonly random?: () => number
  /** The system's proxy for every address; default none. */
  readonly proxy?: string
  /** Resolves names; default the system's. */
  readonly lookup?: LookupFunction
}

const secrets = new Map<string, ReturnType<typeof memorySecrets>>()

/** The queue with its real database, connections and service client, in a folder. */
export async function openQueue(options: QueueOptions = {}): Promise<QueueHarness> {
  const { folder = temporaryFolder(), started = true } = options
  const logger = memoryLogger()
  let storage: AppError | null = null
  const guard = createGuard({
    clock: options.clock ?? hurriedClock,
    logger,
    tasks: watchedTasks,
    probe: () => db.run('UPDATE queue_state SET confirmed_at = confirmed_at'),
    onStorage(problem) {
      storage = problem
      queue.holdSends('storage', problem)
    },
  })
  const { clock } = guard
  const db = fileDatabase(join(folder, 'cyanotype.db'), { clock, logger })
  const changes = createChanges(guard)
  const spoolFolder = join(folder, 'spool')
  const client = createServiceClient({
    clock,
    logger,
    spoolFolder,
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
  })
  const inMemory = secrets.get(folder) ?? memorySecrets()
  secrets.set(folder, inMemory)
  const connections = createConnections({
    db,
    changes,
    clock,
    logger,
    guard,
    service: client,
    secrets: options.secrets ?? inMemory,
    proxy: { resolve: async () => options.proxy ?? null },
    demo: { start: async () => ({ baseUrl: 'http://127.0.0.1:1', key: 'demo-key' }), stop: async () => {} },
  })
  const bulk = createBulk({ db, clock, guard, logger, changes, onDropped: () => queue.pause() })
  const queue = createQueue({
    starts: unwatchedStart,
    db,
    bulk,
    share: createTurnShare({ clock }),
    changes,
    clock,
    logger,
    guard,
    connections,
    service: options.service ?? client,
    spoolFolder,
    askAfterMs: () => options.askAfterMs ?? 12 * 3_600_000,
    stopGraceMs: options.stopGraceMs ?? 200,
    mayBeSent: options.mayBeSent ?? false,
    random: options.random ?? (() => 0.1),
  })
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= (async () => {
      bulk.stop()
      await queue.stop()
      await connections.stop()
      await client.close()
      guard.stop()
      db.close()
    })()
    return stopping
  }
  onTestFinished(stop)
  if (started) {
    bulk.review()
    await queue.start()
    bulk.start()
  }
  return {
    folder,
    clock,
    db,
    bulk,
    queue,
    connections,
    changes,
    logger,
    service: client,
    storage: () => storage,
    stop,
  }
}

export function connect(
  { connections }: QueueHarness,
  baseUrl: string,
  changes: Partial<ConnectionDraft> = {},
): Promise<Connection> {
  const draft = { ...connectionDefaults, models: ['m'], name: 'Service', baseUrl, ...changes }
  return connections.save(null, draft, 'sk-test')
}

export function draft(changes: Partial<TemplateDraft> = {}): TemplateDraft {
  return {
    prompt: 'a fern',
    model: 'm',
    size: '',
    n: 1,
    mode: 'background',
    image: [],
    variables: {},
    ...changes,
  }
}

export function enqueue(
  { queue }: QueueHarness,
  connection: Connection,
  changes: Partial<TemplateDraft> = {},
): string {
  return queue.enqueue(connection.id, draft(changes), { first: false }).batchId
}

/** Every job, oldest first. */
export function allJobs({ db, queue }: QueueHarness): readonly Job[] {
  return db
    .all<{ id: string }>('SELECT id FROM jobs ORDER BY rowid')
    .flatMap(({ id }) => queue.find(id) ?? [])
}

export function states(harness: QueueHarness): Readonly<Partial<Record<JobState, number>>> {
  const rows = harness.db.all<{ state: JobState; count: number }>(
    'SELECT state, count(*) AS count FROM jobs GROUP BY state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Resolves once there are exactly this many jobs in each state. */
export function statesBecome(
  harness: QueueHarness,
  wanted: Readonly<Partial<Record<JobState, number>>>,
): Promise<unknown> {
  const text = (counts: object) => JSON.stringify(Object.entries(counts).sort())
  return eventually(() => text(states(harness)) === text(wanted), {
    what: `${JSON.stringify(wanted)}, not ${JSON.stringify(states(harness))}`,
  })
}

/** Brings every ready image home, as delivery does. */
export function deliverReady({ db, queue }: QueueHarness): number {
  const ready = queue.readyItems(1000)
  for (const { jobId, index } of ready) {
    db.transaction(() => queue.itemSaved(jobId, index, `${jobId}-${index}`))
  }
  return ready.length
}

/** From now on every image is brought home as soon as it is ready. */
export function deliverAlways(harness: QueueHarness): void {
  onTestFinished(harness.queue.onItemReady(() => void deliverReady(harness)))
}

export function only<T>(list: readonly T[]): T {
  const [first] = list
  if (first === undefined || list.length !== 1) throw new Error(`expected one, there are ${list.length}`)
  return first
}
