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
import type { Database, SqlParams } from '../../db/database'
import { localMidnight } from '../../localMidnight'
import type { Clock } from '../../ports'
import { waits } from '../rows/unfinishedBatches'

/** The sums of money, read from the ledger of attempts and from what waits. */
export interface Costs {
  /** Of these batches, and of the connections that something waits on or was sent on today, oldest first. */
  read(batchIds: readonly string[]): {
    readonly batches: ReadonlyMap<string, BatchCost>
    readonly connections: ConnectionCost[]
  }
  /** What it would cost to send each of these jobs once more, by connection. */
  ofJobs(ids: readonly string[]): JobsCost[]
  /**
   * Credits of today that a cap counts: surely or maybe spent, or still on their way. What was sent before its price
   * was known counts at the price known now.
   */
  towardsCap(connectionId: string): number
}

/**
 * How an attempt is billed: by its own outcome, and by how its task went on where there is one. Of a job that was sent
 * again after it was uncertain, both attempts count.
 */
const billed = `CASE
  WHEN attempts.outcome = 'accepted' THEN jobs.billed
  WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
  ELSE 'maybe' END`

/**
 * Attempts since local midnight. Those that lie ahead were made before the clock was set back, and count until an
 * attempt of an earlier day proves to be younger than they are.
 */
const isToday = `attempts.started_at >= :midnight AND (attempts.started_at <= :now OR attempts.rowid > coalesce(
  (SELECT rowid FROM attempts WHERE started_at < :midnight ORDER BY rowid DESC LIMIT 1), 0))`

/** The price known now of `alike.model`. */
const priceNow = `(SELECT value FROM connections, json_each(prices_json)
  WHERE connections.id = alike.connection_id AND key = alike.model)`

/** So many requests at one price, null where it is unknown. */
interface Alike {
  readonly batchId: string
  readonly connectionId: string
  readonly price: number | null
  readonly requests: number
}

interface Sent extends Alike {
  readonly billed: Billed
}

export function createCosts({ db, clock }: { readonly db: Database; readonly clock: Clock }): Costs {
  function today() {
    const now = clock.now()
    return { now, midnight: localMidnight(now) }
  }

  function sent(where: string, params: SqlParams): readonly Sent[] {
    return db.all<Sent>(
      `SELECT batch_id AS batchId, connection_id AS connectionId, ${billed} AS billed, price, count(*) AS requests
       FROM attempts JOIN jobs ON jobs.id = attempts.job_id
       WHERE ${where} GROUP BY 1, 2, 3, 4`,
      params,
    )
  }

  function unsent(where: string, params: SqlParams = {}): readonly Alike[] {
    return db.all<Alike>(
      `SELECT batch_id AS batchId, connection_id AS connectionId, ${priceNow} AS price, requests FROM (
         SELECT batch_id, connection_id, request_json ->> 'model' AS model, count(*) AS requests
         FROM jobs WHERE ${where} GROUP BY 1, 2, 3) AS alike`,
      params,
    )
  }

  function owners(): readonly Pick<ConnectionCost, 'connectionId' | 'name' | 'demo'>[] {
    return db
      .all<{ connectionId: string; name: string; kind: string }>(
        'SELECT id AS connectionId, name, kind FROM connections ORDER BY created_at, id',
      )
      .map(({ kind, ...owner }) => ({ ...owner, demo: kind === 'demo' }))
  }

  return {
    read(batchIds) {
      const waiting = unsent(waits)
      const ofBatches = sent('jobs.batch_id IN (SELECT value FROM json_each(:ids))', {
        ids: JSON.stringify(batchIds),
      })
      const ofToday = sent(isToday, today())
      const batches = batchIds.map((id): [string, BatchCost] => {
        const isMine = ({ batchId }: Alike) => batchId === id
        return [id, { waiting: sum(waiting.filter(isMine)), ...spent(ofBatches.filter(isMine)) }]
      })
      const connections = owners().map((owner) => {
        const isMine = ({ connectionId }: Alike) => connectionId === owner.connectionId
        return { ...owner, waiting: sum(waiting.filter(isMine)), today: spent(ofToday.filter(isMine)) }
      })
      return {
        batches: new Map(batches),
        connections: connections.filter(({ waiting, today: { surely, maybe } }) =>
          [waiting, surely, maybe].some(({ requests }) => requests > 0),
        ),
      }
    },

    ofJobs(ids) {
      const jobs = unsent('id IN (SELECT value FROM json_each(:ids))', { ids: JSON.stringify(ids) })
      return owners()
        .map((owner) => ({
          ...owner,
          cost: sum(jobs.filter(({ connectionId }) => connectionId === owner.connectionId)),
        }))
        .filter(({ cost }) => cost.requests > 0)
    },

    towardsCap(connectionId) {
      const rows = db.all<{ price: number | null; requests: number }>(
        `SELECT coalesce(price, ${priceNow}) AS price, requests FROM (
           SELECT jobs.connection_id, attempts.price,
             iif(attempts.price IS NULL, request_json ->> 'model', NULL) AS model, count(*) AS requests
           FROM attempts JOIN jobs ON jobs.id = attempts.job_id
           WHERE jobs.connection_id = :connectionId AND ${isToday} AND ${billed} <> 'no'
           GROUP BY 1, 2, 3) AS alike`,
        { connectionId, ...today() },
      )
      return sum(rows).credits
    },
  }
}

function sum(rows: readonly Pick<Alike, 'requests' | 'price'>[]): Cost {
  return addCosts(rows.map(({ requests, price }) => costOf(requests, price)))
}

function spent(rows: readonly Sent[]): Spent {
  const billedAs = (wanted: Billed) => sum(rows.filter(({ billed }) => billed === wanted))
  return { surely: billedAs('yes'), maybe: billedAs('maybe') }
}
