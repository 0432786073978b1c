import {
  addCosts,
  type BatchCost,
  type ConnectionCost,
  type Cost,
  costOf,
  type JobsCost,
  type Spent,
} from '@shared/model/cost'
import type { Billed } from '@shared/model/job'
import { costOfRequests, type Prices, pricesSchema } from '@shared/model/prices'
import { billedOf, priced, quarterMs } from '../../db/counts'
import type { Database } from '../../db/database'
import { localMidnight } from '../../localMidnight'
import type { Clock } from '../../ports'
import { running } from './jobSets'
import { pricedRequest } from './pricedRequest'

/** The sums of money, read from the counts of attempts and of waiting jobs. */
export interface Costs {
  /** Each of these batches has an entry. */
  ofBatches(ids: readonly string[]): ReadonlyMap<string, BatchCost>
  /** For connections on which something is waiting or was sent today, oldest first. */
  ofConnections(): ConnectionCost[]
  /** What it would cost to send jobs once more, by connection; they may come in several lists. */
  ofJobs(lists: AsyncIterable<readonly string[]>): Promise<JobsCost[]>
  /**
   * Credits of today that count towards a cap: certainly or possibly spent, or still on their way. Attempts made before
   * their price was known count at the price known now.
   */
  towardsCap(connectionId: string): number
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Attempts since local midnight, grouped if they are the same. Those in the future were made before the clock was set
 * back. They count until they lie more than a day ahead and an attempt of an earlier day proves to be younger than they
 * are: a clock that was a little ahead, and then far behind for a while, is no reason to spend twice.
 */
const today = `(
  SELECT connection_id, counted.priced, counted.billed, counted.price, sum(counted.requests) AS requests FROM (
    SELECT batch_id, priced, billed, price, requests FROM request_counts WHERE quarter >= :quarter
    UNION ALL
    SELECT batch_id, ${priced}, ${billedOf('attempts', 'jobs')}, price, -1
    FROM attempts JOIN jobs ON jobs.id = attempts.job_id
    WHERE started_at > :now + ${dayMs} AND +attempts.rowid <= (
      SELECT rowid FROM attempts WHERE started_at < :midnight ORDER BY rowid DESC LIMIT 1)
  ) AS counted JOIN batches ON batches.id = counted.batch_id GROUP BY 1, 2, 3, 4)`

/** Of jobs under way, the attempts of today whose answer, or whose images, are still to come. */
const underWayToday = `
  SELECT jobs.connection_id AS connectionId, attempts.price AS price, count(*) AS requests
  FROM jobs JOIN attempts ON attempts.job_id = jobs.id
  WHERE ${running} AND attempts.started_at >= :midnight AND ${billedOf('attempts', 'jobs')} = 'maybe'
    AND attempts.number = (SELECT max(number) FROM attempts AS any_of_it WHERE any_of_it.job_id = jobs.id)
  GROUP BY 1, 2`

/** Of `jobs`, in the words of the index of those that are waiting. */
const hasExtra = `iif(json_valid(request_json),
  coalesce(request_json ->> '$.extra[0]', request_json ->> '$.connectionExtra[0]') IS NOT NULL, FALSE)`

/** Waiting jobs whose price may not cover their extra fields, found by their index. */
const mayCostMore = `SELECT 1 FROM jobs INDEXED BY jobs_waiting_extra WHERE state = 'queued' AND ${hasExtra}`

/** A number of requests that cost the same. */
interface Alike {
  readonly priced: string
  readonly requests: number
}

/** The same of what was sent, at the price of then; null if that was unknown. */
interface Sent extends Alike {
  readonly price: number | null
  readonly billed: Billed
}

interface OfBatch {
  readonly batchId: string
}

interface OfConnection {
  readonly connectionId: string
}

/** 1 if some of the requests have extra fields, otherwise 0. */
interface MayCostMore {
  readonly atLeast: number
}

export function createCosts({ db, clock }: { readonly db: Database; readonly clock: Clock }): Costs {
  function timesOfToday() {
    const now = clock.now()
    const midnight = localMidnight(now)
    return { now, midnight, quarter: midnight / quarterMs }
  }

  function owners(): readonly Pick<ConnectionCost, 'connectionId' | 'name' | 'demo'>[] {
    return db
      .all<{ connectionId: string; name: string; kind: string }>(
        'SELECT id AS connectionId, name, kind FROM connections ORDER BY created_at, id',
      )
      .map(({ kind, ...owner }) => ({ ...owner, demo: kind === 'demo' }))
  }

  /** The prices that a connection has now. */
  function pricesOf(connectionId: string): Prices {
    const row = db.get<{ prices: string }>(
      'SELECT prices_json AS prices FROM connections WHERE id = :connectionId',
      { connectionId },
    )
    return row === undefined ? {} : pricesSchema.parse(JSON.parse(row.prices))
  }

  /** What requests cost now, by a connection that is read once. */
  function priceNow() {
    const known = new Map<string, Prices>()
    return (connectionId: string, alike: readonly Alike[], atLeast = false): Cost => {
      const prices = known.get(connectionId) ?? pricesOf(connectionId)
      known.set(connectionId, prices)
      return addCosts(
        alike.map((one) => costOfRequests(one.requests, prices, pricedRequest(one.priced), atLeast)),
      )
    }
  }

  return {
    ofBatches(batchIds) {
      const ids = JSON.stringify(batchIds)
      const costNow = priceNow()
      const waiting = db.all<Alike & OfBatch & OfConnection>(
        `SELECT batch_id AS batchId, connection_id AS connectionId, priced, sum(jobs) AS requests
         FROM job_counts JOIN batches ON batches.id = batch_id
         WHERE stage = 'waiting' AND jobs > 0 AND batch_id IN (SELECT value FROM json_each(:ids))
         GROUP BY 1, 2, 3`,
        { ids },
      )
      const more = db.all<OfBatch>(
        `SELECT id AS batchId FROM batches WHERE id IN (SELECT value FROM json_each(:ids)) AND EXISTS (
           ${mayCostMore} AND jobs.connection_id = batches.connection_id AND batch_id = batches.id)`,
        { ids },
      )
      const sent = db.all<Sent & OfBatch>(
        `SELECT batch_id AS batchId, '' AS priced, billed, price, sum(requests) AS requests FROM request_counts
         WHERE batch_id IN (SELECT value FROM json_each(:ids)) GROUP BY batch_id, billed, price`,
        { ids },
      )
      const costs = batchIds.map((id): [string, BatchCost] => {
        const isMine = ({ batchId }: OfBatch) => batchId === id
        const mine = waiting.filter(isMine)
        const toCome = costNow(mine[0]?.connectionId ?? '', mine, more.some(isMine))
        return [id, { waiting: toCome, ...spent(sent.filter(isMine)) }]
      })
      return new Map(costs)
    },

    ofConnections() {
      const costNow = priceNow()
      const waiting = db.all<Alike & OfConnection>(
        `SELECT connection_id AS connectionId, priced, sum(jobs) AS requests
         FROM job_counts JOIN batches ON batches.id = batch_id
         WHERE stage = 'waiting' AND jobs > 0 AND sendable_at IS NOT NULL GROUP BY 1, 2`,
      )
      const more = db.all<OfConnection>(
        `SELECT id AS connectionId FROM connections
         WHERE EXISTS (${mayCostMore} AND jobs.connection_id = connections.id)`,
      )
      const sent = db.all<Sent & OfConnection>(
        `SELECT connection_id AS connectionId, priced, billed, price, requests FROM ${today}`,
        timesOfToday(),
      )
      const inFlight = db.all<Pick<Sent, 'requests' | 'price'> & OfConnection>(underWayToday, {
        midnight: timesOfToday().midnight,
      })
      return owners()
        .map((owner) => {
          const isMine = ({ connectionId }: OfConnection) => connectionId === owner.connectionId
          return {
            ...owner,
            waiting: costNow(owner.connectionId, waiting.filter(isMine), more.some(isMine)),
            today: spent(sent.filter(isMine)),
            inFlight: sum(inFlight.filter(isMine)),
          }
        })
        .filter(({ waiting, today: { surely, maybe } }) =>
          [waiting, surely, maybe].some(({ requests }) => requests > 0),
        )
    },

    async ofJobs(lists) {
      const costNow = priceNow()
      const jobs: (Alike & OfConnection & MayCostMore)[] = []
      for await (const ids of lists) {
        const found = db.all<Alike & OfConnection & MayCostMore>(
          `SELECT connection_id AS connectionId, ${priced} AS priced, count(*) AS requests, max(${hasExtra}) AS atLeast
           FROM jobs WHERE id IN (SELECT value FROM json_each(:ids)) GROUP BY 1, 2`,
          { ids: JSON.stringify(ids) },
        )
        jobs.push(...found)
      }
      return owners()
        .map((owner) => {
          const mine = jobs.filter(({ connectionId }) => connectionId === owner.connectionId)
          const atLeast = mine.some((alike) => alike.atLeast === 1)
          return { ...owner, cost: costNow(owner.connectionId, mine, atLeast) }
        })
        .filter(({ cost }) => cost.requests > 0)
    },

    towardsCap(connectionId) {
      const rows = db.all<Sent>(
        `SELECT priced, billed, price, requests FROM ${today} WHERE connection_id = :connectionId AND billed <> 'no'`,
        { connectionId, ...timesOfToday() },
      )
      const unpriced = rows.filter(({ price }) => price === null)
      return addCosts([sum(rows), priceNow()(connectionId, unpriced)]).credits
    },
  }
}

function sum(rows: readonly Pick<Sent, 'requests' | 'price'>[]): Cost {
  return addCosts(rows.map(({ requests, price }) => costOf(requests, price)))
}

function spent(rows: readonly Sent[]): Spent {
  const billedAs = (wanted: Billed) => sum(rows.filter(({ billed }) => billed === wanted))
  return { surely: billedAs('yes'), maybe: billedAs('maybe') }
}
