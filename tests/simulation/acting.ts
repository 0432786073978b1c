import type { RouteInput } from '@shared/ipc/contract'
import { type JobAction, jobActionSchema } from '@shared/model/job'
import type { JobSet } from '@shared/model/jobSet'
import { look } from './openDatabase'
import { type Orders, order, promptName } from './orders'
import type { Staying } from './staying'
import type { Press, Undoing } from './undoing'
import type { World } from './world'

/** The user acts on requests: on one, on several, or on all that have something in common. */
export interface Acting {
  onOne(): void
  /** What is offered for one that is as this. */
  onOffered(id: string, state: string): void
  /** Retries all that failed in a batch. */
  retryFailed(batchId: string): void
  onSome(): void
  onSet(): void
  noteReopened(id: string): void
}

const actions = ['cancel', ...jobActionSchema.exclude(['cancel', 'openServicePage']).options] as const

/** What the window offers for a request, by its state. */
const offered: Readonly<Record<string, readonly [JobAction, ...JobAction[]]>> = {
  queued: ['cancel'],
  running: ['stopWaiting', 'stopWaiting', 'waitAgain', 'retryDownload', 'giveUp'],
  saving: ['retryDownload', 'giveUp'],
  uncertain: ['sendAgain', 'sendAgain', 'sendAgain', 'settle', 'retryDownload'],
  failed: ['retryAsNew', 'retryAsNew', 'retryDownload', 'settle'],
  done: ['retryAsNew', 'retryDownload', 'settle'],
}

interface Job {
  readonly id: string
  readonly state: string
  readonly batchId: string
  readonly connectionId: string
  readonly code: string | null
  readonly attention: string | null
}

const jobs = (): readonly Job[] =>
  look<Job>(
    `SELECT id, state, batch_id AS batchId, connection_id AS connectionId, error_json ->> 'code' AS code,
       attention_json ->> 'code' AS attention
     FROM jobs ORDER BY id`,
  )

/**
 * Of these jobs, those that failed and whose rows of a table were queued again since, and wait or have come to something.
 * Each row asks for a name of its own, and batches are numbered as they are queued, whatever the clock says.
 */
function queuedAnew(ids: readonly string[]): readonly string[] {
  const rows = look<{ id: string; batch: number; connection: string; prompt: string; isFruitless: number }>(
    `SELECT jobs.id, batches.rowid AS batch, jobs.connection_id AS connection, request_json ->> 'prompt' AS prompt,
       state IN ('failed', 'cancelled') AS isFruitless
     FROM jobs JOIN batches ON batches.id = batch_id
     WHERE jobs.row IS NOT NULL AND retry_of IS NULL AND sendable_at IS NOT NULL`,
  )
  const named = rows.map((row) => ({ ...row, name: `${row.connection} ${promptName(row.prompt)}` }))
  return named.flatMap(({ id, name, batch, isFruitless }) =>
    ids.includes(id) &&
    isFruitless === 1 &&
    named.some((other) => other.name === name && other.batch > batch && other.isFruitless === 0)
      ? [id]
      : [],
  )
}

const retriesOf = (ids: readonly string[]): readonly string[] =>
  look<{ of: string }>(
    'SELECT retry_of AS "of" FROM jobs WHERE retry_of IN (SELECT value FROM json_each(:ids))',
    { ids: JSON.stringify(ids) },
  ).map(({ of }) => of)

export function createActing(
  world: World,
  orders: Orders,
  press: Press,
  { undoing, staying }: { readonly undoing: Undoing; readonly staying: Pick<Staying, 'choose'> },
): Acting {
  const { random } = world

  function orderAgain(action: JobAction, id: string): void {
    const [job] = look<{ prompt: string; n: number; saved: number }>(
      `SELECT request_json ->> 'prompt' AS prompt, coalesce(request_json ->> 'n', 1) AS n,
         (SELECT count(*) FROM items WHERE job_id = jobs.id AND state = 'saved') AS saved
       FROM jobs WHERE id = :id`,
      { id },
    )
    if (job === undefined) return
    if (action === 'sendAgain') order(orders, job.prompt, job.n)
    if (action === 'retryAsNew') order(orders, job.prompt, Math.max(0, job.n - job.saved))
  }

  /** It may be any of the removed ones; none of them is paused any more. */
  function noteRestored(): void {
    orders.removed.clear()
    for (const { id } of look<{ id: string }>('SELECT id FROM connections WHERE archived_at IS NOT NULL'))
      orders.pausedConnections.delete(id)
  }

  function noteReopened(id: string): void {
    if (look('SELECT 1 FROM jobs WHERE id = :id AND ended_at > 0', { id }).length > 0) orders.reopened.add(id)
  }

  /** What follows from a press, from its moment on: the app may act before it answers. */
  function allow(action: JobAction, id: string): void {
    orderAgain(action, id)
    if (action === 'retryDownload') noteReopened(id)
    if (action === 'stopWaiting') orders.stopped.add(id)
    if (action !== 'sendAgain') return
    orders.sendAgain.set(id, (orders.sendAgain.get(id) ?? 0) + 1)
    orders.cancelled.delete(id)
    orders.beingCancelled.delete(id)
  }

  function act(words: string, action: JobAction, meant: readonly string[], input: ActInput): void {
    for (const id of meant) allow(action, id)
    if (action === 'restoreConnection') noteRestored()
    const cancels = action === 'cancel' ? meant : []
    for (const id of cancels) orders.beingCancelled.add(id)
    const anew = action === 'retryAsNew' && input.sets !== undefined ? queuedAnew(meant) : []
    const retriedBefore = new Set(retriesOf(anew))
    press(`presses ${action} on ${words}`, 'jobs.act', { ...input, action }, (answer) => {
      const [only] = meant
      if (action === 'sendAgain' && answer.done > 0 && only !== undefined && meant.length === 1)
        orders.stopped.delete(only)
      if (action === 'sendAgain' && answer.done === 0)
        for (const id of meant) orders.sendAgain.set(id, (orders.sendAgain.get(id) ?? 1) - 1)
      const still = new Set(queuedAnew(anew))
      for (const id of retriesOf(anew))
        if (!retriedBefore.has(id) && still.has(id))
          world.fault(`${id} failed, its row was queued again, and it is retried with all that failed`)
      const after = new Map(jobs().map(({ id, state }) => [id, state]))
      for (const id of cancels) {
        orders.beingCancelled.delete(id)
        if (answer.done > 0 && after.get(id) === 'cancelled') orders.cancelled.set(id, world.now())
      }
      undoing.note(answer.press, cancels)
    })
  }

  /** What is listed, from the first to the last, also if the clock was ahead then. */
  const spanOfAll = () => ({
    from: 0,
    until: Math.max(
      world.now(),
      ...look<{ at: number | null }>('SELECT max(ended_at) AS at FROM jobs').map(({ at }) => at ?? 0),
    ),
  })

  /** One that there is, and the jobs that it may mean: those are of its batch or connection. */
  function drawSet(): { readonly set: JobSet; readonly meant: readonly string[] } | null {
    const all = jobs()
    const span = spanOfAll()
    const among = (of: (job: Job) => boolean) => all.filter(of).map(({ id }) => id)
    const [failed, needing, delivering] = [
      all.filter(({ state, code }) => state === 'failed' && code !== null),
      all.filter(({ attention, state }) => attention !== null || state === 'uncertain'),
      all.filter(({ state }) => state === 'saving'),
    ]
    const one = (from: readonly Job[]): Job | undefined => {
      const chosen = staying.choose(from.map(({ id }) => id))
      return from.find(({ id }) => id === chosen)
    }
    switch (random.pick(['failed', 'failed', 'needsYou', 'needsYou', 'running', 'stopped', 'undelivered'])) {
      case 'failed': {
        const { batchId, code } = one(failed) ?? {}
        if (batchId === undefined) return null
        const set = { set: 'failed', batchId, code, ...span } as JobSet
        return { set, meant: among((job) => job.batchId === batchId && job.state === 'failed') }
      }
      case 'needsYou': {
        const job = one(needing)
        if (job === undefined) return null
        const { connectionId, batchId } = job
        const set = {
          set: 'needsYou',
          connectionId,
          batchId,
          code: job.attention ?? job.code,
          ...span,
        } as JobSet
        return {
          set,
          meant: among((other) => other.connectionId === connectionId && other.state !== 'queued'),
        }
      }
      case 'undelivered': {
        const { connectionId } = one(delivering) ?? {}
        if (connectionId === undefined) return null
        return {
          set: { set: 'undelivered', connectionId },
          meant: among((other) => other.connectionId === connectionId && other.state !== 'queued'),
        }
      }
      case 'running':
        return { set: { set: 'running', batchId: null }, meant: among(({ state }) => state === 'running') }
      case 'stopped':
        return { set: { set: 'stopped', batchId: null }, meant: among(({ state }) => state === 'running') }
    }
    return null
  }

  const onJob = (id: string, action: JobAction) => act(id.slice(-4), action, [id], { ids: [id] })

  return {
    noteReopened,
    onOne() {
      const id = staying.choose(jobs().map((job) => job.id))
      if (id !== undefined) onJob(id, random.pick(actions))
    },
    onOffered: (id, state) => onJob(id, random.pick(offered[state] ?? actions)),
    retryFailed(batchId) {
      const meant = jobs().filter((job) => job.batchId === batchId && job.state === 'failed')
      const set: JobSet = { set: 'failed', batchId, code: null, ...spanOfAll() }
      act(
        'all that failed',
        'retryAsNew',
        meant.map(({ id }) => id),
        { ids: [], sets: [set] },
      )
    },
    onSome() {
      const ids = jobs().flatMap(({ id }) => (random.chance(0.6) ? [id] : []))
      const action = random.pick(['cancel', 'cancel', 'settle', 'stopWaiting', ...actions] as const)
      if (ids.length > 0) act(`${ids.length} requests`, action, ids, { ids })
    },
    onSet() {
      const drawn = drawSet()
      if (drawn === null) return
      const { set, meant } = drawn
      act(`all that is ${set.set}`, random.pick(actions), meant, { ids: [], sets: [set] })
    },
  }
}

type ActInput = Omit<RouteInput<'jobs.act'>, 'action'>
