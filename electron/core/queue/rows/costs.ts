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
import { billedOf, quarterMs } from '../../db/counts'
import type { Database } from '../../db/database'
import { localMidnight } from '../../localMidnight'
import type { Clock } from '../../ports'
import { running } from './jobSets'

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
  SELECT connection_id, counted.model, counted.billed, counted.price, sum(counted.requests) AS requests FROM (
    SELECT batch_id, model, billed, price, requests FROM request_counts WHERE quarter >= :quarter
    UNION ALL
    SELECT batch_id, request_json ->> 'model', ${billedOf('attempts', 'jobs')}, price, -1
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

/** The price known now of `alike.model`. */
const priceNow = `(SELECT value FROM connections, json_each(prices_json)
  WHERE connections.id = alike.connection_id AND key = alike.model)`

/** A number of requests at one price; null if the price is unknown. */
interface Alike {
  readonly price: number | null
  readonly requests: number
}

interface Sent extends Alike {
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

  return {
    ofBatches(batchIds) {
      const ids = JSON.stringify(batchIds)
      const waiting = db.all<Alike & OfBatch>(
        `SELECT batch_id AS batchId, ${priceNow} AS price, requests FROM (
           SELECT batch_id, connection_id, model, sum(jobs) AS requests
           FROM job_counts JOIN batches ON batches.id = batch_id
           WHERE stage = 'waiting' AND jobs > 0 AND batch_id IN (SELECT value FROM json_each(:ids))
           GROUP BY 1, 2, 3) AS alike`,
        { ids },
      )
      const more = db.all<OfBatch>(
        `SELECT id AS batchId FROM batches WHERE id IN (SELECT value FROM json_each(:ids)) AND EXISTS (
           ${mayCostMore} AND jobs.connection_id = batches.connection_id AND batch_id = batches.id)`,
        { ids },
      )
      const sent = db.all<Sent & OfBatch>(
        `SELECT batch_id AS batchId, billed, price, sum(requests) AS requests FROM request_counts
         WHERE batch_id IN (SELECT value FROM json_each(:ids)) GROUP BY 1, 2, 3`,
        { ids },
      )
      const costs = batchIds.map((id): [string, BatchCost] => {
        const isMine = ({ batchId }: OfBatch) => batchId === id
        return [
          id,
          { waiting: sum(waiting.filter(isMine), more.some(isMine)), ...spent(sent.filter(isMine)) },
        ]
      })
      return new Map(costs)
    },

    ofConnections() {
      const waiting = db.all<Alike & OfConnection>(
        `SELECT connection_id AS connectionId, ${priceNow} AS price, requests FROM (
           SELECT connection_id, model, sum(jobs) AS requests FROM job_counts JOIN batches ON batches.id = batch_id
           WHERE stage = 'waiting' AND jobs > 0 AND sendable_at IS NOT NULL GROUP BY 1, 2) AS alike`,
      )
      const more = db.all<OfConnection>(
        `SELECT id AS connectionId FROM connections
         WHERE EXISTS (${mayCostMore} AND jobs.connection_id = connections.id)`,
      )
      const sent = db.all<Sent & OfConnection>(
        `SELECT connection_id AS connectionId, billed, price, requests FROM ${today}`,
        timesOfToday(),
      )
      const inFlight = db.all<Alike & OfConnection>(underWayToday, { midnight: timesOfToday().midnight })
      return owners()
        .map((owner) => {
          const isMine = ({ connectionId }: OfConnection) => connectionId === owner.connectionId
          return {
            ...owner,
            waiting: sum(waiting.filter(isMine), more.some(isMine)),
            today: spent(sent.filter(isMine)),
            inFlight: sum(inFlight.filter(isMine)),
          }
        })
        .filter(({ waiting, today: { surely, maybe } }) =>
          [waiting, surely, maybe].some(({ requests }) => requests > 0),
        )
    },

    async ofJobs(lists) {
      const jobs: (Alike & OfConnection & MayCostMore)[] = []
      for await (const ids of lists) {
        const found = db.all<Alike & OfConnection & MayCostMore>(
          `SELECT connection_id AS connectionId, ${priceNow} AS price, requests, atLeast FROM (
             SELECT connection_id, request_json ->> 'model' AS model, count(*) AS requests, max(${hasExtra}) AS atLeast
             FROM jobs WHERE id IN (SELECT value FROM json_each(:ids)) GROUP BY 1, 2) AS alike`,
          { ids: JSON.stringify(ids) },
        )
        jobs.push(...found)
      }
      return owners()
        .map((owner) => {
          const mine = jobs.filter(({ connectionId }) => connectionId === owner.connectionId)
          const atLeast = mine.some((alike) => alike.atLeast === 1)
          return { ...owner, cost: sum(mine, atLeast) }
        })
        .filter(({ cost }) => cost.requests > 0)
    },

    towardsCap(connectionId) {
      const rows = db.all<Alike>(
        `SELECT coalesce(price, ${priceNow}) AS price, requests FROM ${today} AS alike
         WHERE connection_id = :connectionId AND billed <> 'no'`,
        { connectionId, ...timesOfToday() },
      )
      return sum(rows).credits
    },
  }
}

function sum(rows: readonly Alike[], atLeast = false): Cost {
  return addCosts(rows.map(({ requests, price }) => costOf(requests, price, atLeast)))
}

function spent(rows: readonly Sent[]): Spent {
  const billedAs = (wanted: Billed) => sum(rows.filter(({ billed }) => billed === wanted))
  return { surely: billedAs('yes'), maybe: billedAs('maybe') }
}
