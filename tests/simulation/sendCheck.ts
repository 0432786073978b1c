import type { Desktop } from './desktop'
import type { Orders } from './person'
import type { SimulatedService } from './service'
import { look } from './sqlite'
import type { World } from './world'

/** A request that is claimed just before an order may still go out. In milliseconds. */
const graceMs = 5
/** Requests may be under way when the bound of images that are not on disk is reached. */
const slack = 16
/** How many refusals in a minute a service may get to see, whatever wait it names. */
const refusalsAtMost = 24

interface Claim {
  readonly connectionId: string
  readonly claimedAt: number
  readonly bound: number
  readonly undelivered: number
}

/** Judges a paid request as it is put on the wire. */
export function createSendCheck(deps: {
  readonly world: World
  readonly desktop: Desktop
  readonly orders: Orders
  readonly serviceOf: (host: string) => SimulatedService | undefined
}): (host: string, bytes: Buffer) => void {
  const { world, desktop, orders, serviceOf } = deps

  function claimOf(key: string): Claim | undefined {
    if (!/^\w+$/.test(key)) return undefined
    return look<Claim>(
      `SELECT connection_id AS connectionId, connections.undelivered_images AS bound,
         (SELECT max(started_at) FROM attempts WHERE job_id = jobs.id) AS claimedAt,
         (SELECT count(*) FROM items JOIN jobs AS others ON others.id = items.job_id
          WHERE others.connection_id = jobs.connection_id AND (items.state = 'ready' OR
            (items.state = 'pending' AND (items.url IS NOT NULL OR items.spool_file IS NOT NULL)))) AS undelivered
       FROM jobs JOIN connections ON connections.id = connection_id WHERE jobs.id = '${key}'`,
    )[0]
  }

  return (host, bytes) => {
    if (!bytes.subarray(0, 5).equals(Buffer.from('POST '))) return
    const [, key = ''] = /\r\nidempotency-key: (\w+)/i.exec(bytes.toString('latin1')) ?? []
    const claim = claimOf(key)
    if (claim === undefined) return world.fault(`a request goes out for “${key}”, which no row knows`)
    const isAfter = (since: number | null | undefined) =>
      since !== null && since !== undefined && claim.claimedAt > since + graceMs && !world.wasClockSet()
    if (isAfter(orders.pausedSince)) world.fault(`${key} is sent while the queue is paused`)
    if (isAfter(orders.removed.get(claim.connectionId)))
      world.fault(`${key} is sent over a removed connection`)
    if (isAfter(desktop.app()?.leavingSince()))
      world.fault(`${key} is sent although the app was told to quit`)
    if (orders.cancelled.has(key)) world.fault(`${key} is sent although it was cancelled`)
    if (claim.undelivered >= claim.bound + slack && !orders.sendsAnyway)
      world.fault(`${key} is sent while ${claim.undelivered} images of ${claim.bound} are not on disk`)
    const posts = serviceOf(host)?.posts ?? []
    const refused = posts.filter(
      ({ at, fault }) => fault?.startsWith('limited') && at > world.elapsed() - 60_000,
    )
    if (refused.length > refusalsAtMost) world.fault(`a service refused ${refused.length} times in a minute`)
  }
}
