import type { Desktop } from './desktop'
import { look } from './openDatabase'
import type { Orders } from './orders'
import type { SimulatedService } from './service'
import type { Spending } from './spending'
import type { World } from './world'

/** A request that is claimed just before an order may still go out. In milliseconds. */
const graceMs = 5
/** How many refusals in a minute a service may get to see, whatever wait it names. */
const refusalsAtMost = 24

interface Claim {
  readonly connectionId: string
  readonly batchId: string
  readonly model: string
  readonly size: string | null
  readonly n: number | null
  readonly state: string
  /** Attempts that nothing is known of yet. */
  readonly open: number
  readonly claimedAt: number
  /** When its connection was removed; null if it is there. */
  readonly removedAt: number | null
  /** Since when its connection is held; null if it isn't. */
  readonly heldSince: number | null
  /** The gallery has images of it, and nothing says that it may have been paid for. */
  readonly isHere: number
}

/** The images of a connection that are paid for. */
interface Backlog {
  readonly connectionId: string
  readonly bound: number
  /** Named, and not on disk. */
  readonly undelivered: number
  /** On disk, or given up. */
  readonly settled: number
}

const isUndelivered = `(items.state = 'ready'
  OR (items.state = 'pending' AND (items.url IS NOT NULL OR items.spool_file IS NOT NULL)))`
const backlogs = `SELECT connections.id AS connectionId, undelivered_images AS bound,
    sum(${isUndelivered}) AS undelivered, sum(items.state NOT IN ('ready', 'pending')) AS settled
  FROM connections JOIN jobs ON jobs.connection_id = connections.id JOIN items ON items.job_id = jobs.id
  GROUP BY connections.id`

/** Judges a paid request as it is put on the wire. */
export function createSendCheck(deps: {
  readonly world: World
  readonly desktop: Desktop
  readonly orders: Orders
  readonly spending: Spending
  readonly serviceOf: (host: string) => SimulatedService | undefined
}): (host: string, bytes: Buffer) => void {
  const { world, desktop, orders, spending, serviceOf } = deps

  function claimOf(key: string): Claim | undefined {
    return look<Claim>(
      `SELECT connection_id AS connectionId, batch_id AS batchId, jobs.state,
         request_json ->> 'model' AS model, request_json ->> 'size' AS size, request_json ->> 'n' AS n,
         (SELECT count(*) FROM attempts WHERE job_id = jobs.id AND outcome IS NULL AND exchanged_at IS NULL) AS open,
         (SELECT started_at FROM attempts WHERE job_id = jobs.id ORDER BY number DESC LIMIT 1) AS claimedAt,
         (SELECT archived_at FROM connections WHERE id = connection_id) AS removedAt,
         (SELECT hold_json ->> 'since' FROM connections WHERE id = connection_id) AS heldSince,
         jobs.billed = 'no' AND EXISTS (SELECT 1 FROM images WHERE job_id = jobs.id) AS isHere
       FROM jobs WHERE jobs.id = :key`,
      { key },
    )[0]
  }

  /** Connections that were at their bound at the last look. Nothing came to disk since `since`. */
  const full = new Map<string, Backlog & { readonly since: number }>()

  function lookForFull(): void {
    for (const now of look<Backlog>(backlogs)) {
      const before = full.get(now.connectionId)
      if (now.undelivered < now.bound) full.delete(now.connectionId)
      else {
        const isSame =
          before?.bound === now.bound &&
          before.settled === now.settled &&
          before.undelivered <= now.undelivered
        full.set(now.connectionId, { ...now, since: isSame ? before.since : world.now() })
      }
    }
  }

  /** When the third request in a row failed over a connection; null if they didn't. */
  function failingSince(connectionId: string): number | null {
    const last = look<{ outcome: string; at: number }>(
      `SELECT outcome, exchanged_at AS at FROM attempts JOIN jobs ON jobs.id = job_id
       WHERE connection_id = :connectionId AND exchanged_at IS NOT NULL AND outcome NOT IN ('limited', 'unsent')
       ORDER BY exchanged_at DESC LIMIT 3`,
      { connectionId },
    )
    const [newest] = last
    return last.length === 3 && last.every(({ outcome }) => outcome === 'failed')
      ? (newest?.at ?? null)
      : null
  }

  return (host, bytes) => {
    if (!bytes.subarray(0, 5).equals(Buffer.from('POST '))) return
    lookForFull()
    const [, key = ''] = /\r\nidempotency-key: (\w+)/i.exec(bytes.toString('latin1')) ?? []
    const claim = claimOf(key)
    if (claim === undefined) return world.fault(`a request goes out for “${key}”, which no row knows`)
    if (orders.isPutBack) world.fault(`${key} is sent, and nobody said so since its database was put back`)
    if (claim.state !== 'sending' || claim.open !== 1)
      world.fault(`${key} is sent while it is ${claim.state}, with ${claim.open} open attempts`)
    if (claim.isHere === 1) world.fault(`${key} is sent, and its images are in the gallery`)
    const isAfter = (since: number | null | undefined) =>
      since !== null && since !== undefined && claim.claimedAt > since + graceMs && !world.wasClockSet()
    /** What isn't on the wire when the user stops it is taken back. */
    const isStopped = (since: number | null | undefined) =>
      since !== null && since !== undefined && world.now() > since + graceMs && !world.wasClockSet()
    if (isStopped(orders.pausedSince)) world.fault(`${key} is sent while the queue is paused`)
    // The row says so before the user is answered: a keychain may be slow.
    if (isStopped(orders.removed.get(claim.connectionId)) || isAfter(claim.removedAt))
      world.fault(`${key} is sent over a removed connection`)
    if (isAfter(claim.heldSince)) world.fault(`${key} is sent over a connection that is held`)
    if (isStopped(orders.pausedConnections.get(claim.connectionId)))
      world.fault(`${key} is sent over a paused connection`)
    if (isStopped(orders.pausedBatches.get(claim.batchId)))
      world.fault(`${key} is sent while its batch is paused`)
    const failing = failingSince(claim.connectionId)
    if (isAfter(failing) && (orders.resumed.get(claim.connectionId) ?? 0) < (failing ?? 0))
      world.fault(`${key} is sent although the last three requests failed`)
    if (isAfter(desktop.app()?.leavingSince()))
      world.fault(`${key} is sent although the app was told to quit`)
    if (isStopped(orders.cancelled.get(key))) world.fault(`${key} is sent although it was cancelled`)
    const backlog = full.get(claim.connectionId)
    if (isAfter(backlog?.since) && !orders.sendsAnyway.has(claim.connectionId))
      world.fault(
        `${key} is sent while ${backlog?.undelivered} images are not on disk, ${backlog?.bound} may`,
      )
    const posts = serviceOf(host)?.posts ?? []
    spending.send({ key, ...claim })
    const refused = posts.filter(
      ({ at, fault }) => fault?.startsWith('limited') && at > world.elapsed() - 60_000,
    )
    if (refused.length > refusalsAtMost) world.fault(`a service refused ${refused.length} times in a minute`)
  }
}
