import {
  addCosts,
  type BatchCost,
  type ConnectionCost,
  type Cost,
  costOf,
  type Prices,
  priceOf,
  pricesSchema,
  type Spent,
} from '@shared/model/cost'
import type { Billed } from '@shared/model/job'
import type { Database, SqlParams } from '../db/database'
import type { Clock } from '../ports'

/** The sums of money, read from the ledger of attempts and from what waits. */
export interface Costs {
  /** Of these batches, and of the connections that something waits on or was sent on today, oldest first. */
  read(batchIds: readonly string[]): {
    readonly batches: ReadonlyMap<string, BatchCost>
    readonly connections: ConnectionCost[]
  }
  /**
   * Credits of today that a cap counts: surely or maybe spent, or still on their way. What was sent before its price
   * was known counts at the price known now.
   */
  towardsCap(connectionId: string, prices: Prices): number
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

/** So many attempts that are alike. */
interface Sent {
  readonly owner: string
  readonly billed: Billed
  readonly price: number | null
  readonly requests: number
}

/** So many waiting jobs of one model. */
interface Waiting {
  readonly batchId: string
  readonly connectionId: string
  readonly model: string
  readonly requests: number
}

interface Owner {
  readonly id: string
  readonly name: string
  readonly kind: 'service' | 'demo'
  readonly prices_json: string
}

export function createCosts({ db, clock }: { readonly db: Database; readonly clock: Clock }): Costs {
  function today() {
    const now = clock.now()
    return { now, midnight: new Date(now).setHours(0, 0, 0, 0) }
  }

  function sent(owner: 'connection_id' | 'batch_id', where: string, params: SqlParams): readonly Sent[] {
    return db.all<Sent>(
      `SELECT jobs.${owner} AS owner, ${billed} AS billed, attempts.price, count(*) AS requests
       FROM attempts JOIN jobs ON jobs.id = attempts.job_id
       WHERE ${where} GROUP BY 1, 2, 3`,
      params,
    )
  }

  function waiting(): readonly Waiting[] {
    return db.all<Waiting>(
      `SELECT batch_id AS batchId, connection_id AS connectionId, request_json ->> 'model' AS model,
         count(*) AS requests
       FROM jobs WHERE state = 'queued' GROUP BY 1, 2, 3`,
    )
  }

  function owners(): readonly Owner[] {
    return db.all<Owner>('SELECT id, name, kind, prices_json FROM connections ORDER BY created_at, id')
  }

  return {
    read(batchIds) {
      const jobs = waiting()
      const ofBatches = sent('batch_id', 'jobs.batch_id IN (SELECT value FROM json_each(:ids))', {
        ids: JSON.stringify(batchIds),
      })
      const ofToday = sent('connection_id', isToday, today())
      const known = owners()
      const prices = new Map(
        known.map(({ id, prices_json }) => [id, pricesSchema.parse(JSON.parse(prices_json))]),
      )
      const waitingCost = (isMine: (row: Waiting) => boolean): Cost =>
        addCosts(
          jobs
            .filter(isMine)
            .map(({ connectionId, model, requests }) =>
              costOf(requests, priceOf(prices.get(connectionId) ?? {}, model)),
            ),
        )
      const batches = batchIds.map((id): [string, BatchCost] => [
        id,
        { waiting: waitingCost(({ batchId }) => batchId === id), ...spentOf(ofBatches, id) },
      ])
      const connections = known.map(({ id, name, kind }) => ({
        connectionId: id,
        name,
        demo: kind === 'demo',
        waiting: waitingCost(({ connectionId }) => connectionId === id),
        today: spentOf(ofToday, id),
      }))
      return {
        batches: new Map(batches),
        connections: connections.filter(({ waiting, today: { surely, maybe } }) =>
          [waiting, surely, maybe].some(({ requests }) => requests > 0),
        ),
      }
    },

    towardsCap(connectionId, prices) {
      const rows = db.all<{ price: number | null; model: string | null; requests: number }>(
        `SELECT attempts.price, iif(attempts.price IS NULL, request_json ->> 'model', NULL) AS model,
           count(*) AS requests
         FROM attempts JOIN jobs ON jobs.id = attempts.job_id
         WHERE jobs.connection_id = :connectionId AND ${isToday} AND ${billed} <> 'no'
         GROUP BY 1, 2`,
        { connectionId, ...today() },
      )
      return addCosts(
        rows.map(({ price, model, requests }) => costOf(requests, price ?? priceOf(prices, model ?? ''))),
      ).credits
    },
  }
}

function spentOf(attempts: readonly Sent[], owner: string): Spent {
  const sum = (wanted: Billed): Cost =>
    addCosts(
      attempts
        .filter((row) => row.owner === owner && row.billed === wanted)
        .map(({ requests, price }) => costOf(requests, price)),
    )
  return { surely: sum('yes'), maybe: sum('maybe') }
}
