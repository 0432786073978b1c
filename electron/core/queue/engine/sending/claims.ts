import { appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { Mode } from '@shared/model/draft'
import { type PricedRequest, priceOf } from '@shared/model/prices'
import type { Connections, FrozenTarget } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import type { Clock } from '../../../ports'
import type { Costs } from '../../rows/costs'
import type { StoredJob } from '../../rows/jobFields'
import type { JobStore } from '../../rows/jobStore'
import type { Ledger } from '../../rows/ledger'
import { pricedRequest } from '../../rows/pricedRequest'
import { comparePlaces } from '../../rows/sendingOrder'
import type { SendQuestion } from '../interruptions/sendQuestion'
import type { ConnectionPaces, Limit } from '../pace/connectionPace'
import { openAtOnce } from './breaker'
import { type Candidate, createCandidates } from './candidates'
import { allowanceOf } from './dailyCaps'
import type { Slots } from './slots'
import type { Claim } from './submitter'

/** At most this many requests of a batch are open until the first one has succeeded. */
const longestRamp = 4

/** In the order they are served. */
const modes: readonly Mode[] = ['direct', 'background']

/** The result of claiming. */
export type Taken =
  /** Durable, each with its attempt: these must be sent. */
  | { readonly kind: 'claimed'; readonly claims: readonly Claim[] }
  | { readonly kind: 'nothing' }
  /** Only the daily cap prevents a claim. */
  | { readonly kind: 'capped'; readonly connection: Connection }
  /** The connection's address or key has changed, or what came first was sent before: all is looked at anew. */
  | { readonly kind: 'changed' }

/** Picks the jobs that may be sent now. */
export interface Claims {
  /** Live connections with a waiting job. */
  connectionsDue(): readonly string[]
  /** Whether anything would be claimed; `capped` if only the daily cap prevents it. */
  look(connection: Connection): 'some' | 'none' | 'capped'
  /** The requests that are sent next, one for each mode. */
  nextRequests(connectionId: string): readonly PricedRequest[]
  /**
   * Claims what fits and may be sent according to the connection's row in that transaction: it may have been removed,
   * paused or changed since `frozen` was read.
   */
  take(connectionId: string, frozen: FrozenTarget, maySend: (connection: Connection) => boolean): Taken
  /** Those of these jobs that the user cancelled or paused since, alone or with their batch or connection. */
  stoppedOf(jobIds: readonly string[]): readonly string[]
  /** Connections whose service asked for quiet, by wall-clock time. */
  limits(): readonly Limit[]
  /** What the service asked for is no longer valid. */
  forgetLimit(connectionId: string): void
}

export function createClaims(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: JobStore
  readonly ledger: Ledger
  readonly costs: Pick<Costs, 'towardsCap'>
  readonly slots: Slots
  readonly question: Pick<SendQuestion, 'heldUpTo'>
  readonly connections: Pick<Connections, 'live' | 'freeze'>
  readonly paces: ConnectionPaces
}): Claims {
  const { db, clock, jobs, ledger, costs, slots, question, connections, paces } = deps
  const candidates = createCandidates({ db, question })

  function sending(column: 'connection_id' | 'batch_id', id: string): number {
    return (
      db.get<{ count: number }>(
        `SELECT count(*) AS count FROM jobs WHERE state = 'sending' AND ${column} = :id`,
        { id },
      )?.count ?? 0
    )
  }

  /** How many more requests may be open on the connection while its last jobs ended the same way, or none has ended. */
  function trialRoom(id: string): number {
    const ended = db.get<{ alike: number; isNew: number }>(
      'SELECT breaker_count AS alike, breaker_kind IS NULL AS isNew FROM connections WHERE id = :id',
      { id },
    )
    return openAtOnce(ended?.alike ?? 0, ended?.isNew !== 0) - sending('connection_id', id)
  }

  /**
   * Picks up to `atMost` jobs that fit, in the order they are shown in. A batch that hasn't succeeded yet goes in waves
   * of 1, 2, 4. Each wave starts once the one before it has been answered, so that a wrong address costs three jobs.
   * Whatever is behind it in its mode waits with it.
   */
  function pick(connection: Connection, atMost: number): { picked: string[]; capped: boolean } {
    const picked: string[] = []
    const most = Math.min(
      atMost,
      trialRoom(connection.id),
      slots.roomAfterLimit(connection),
      paces.of(connection.id).sendsAtOnce(),
    )
    if (most <= 0) return { picked, capped: false }
    const isAllowed = allowanceOf(connection, costs)
    const waves = new Map<string, number>()
    const waiting = new Set<Mode>()

    const fitsWave = ({ batch_id, ramp, succeeded_at }: Candidate): boolean => {
      if (succeeded_at !== null) return true
      const left = waves.get(batch_id) ?? (sending('batch_id', batch_id) > 0 ? 0 : ramp)
      waves.set(batch_id, left - 1)
      return left > 0
    }

    const fitting = modes.flatMap((mode) =>
      candidates(connection.id, mode, Math.min(slots.room(connection, mode), most)),
    )
    for (const candidate of fitting.toSorted(comparePlaces)) {
      if (picked.length >= most) break
      if (waiting.has(candidate.mode)) continue
      if (!fitsWave(candidate)) {
        waiting.add(candidate.mode)
        continue
      }
      // Nothing overtakes a job that the daily cap stops.
      if (!isAllowed(pricedRequest(candidate.priced))) return { picked, capped: true }
      picked.push(candidate.id)
    }
    return { picked, capped: false }
  }

  /** The library has images of it, and nothing says that they came: the database was put back since. */
  const wasSentBefore = (id: string): boolean =>
    db.get(
      "SELECT 1 FROM jobs JOIN images ON images.job_id = jobs.id WHERE jobs.id = :id AND jobs.billed <> 'yes'",
      { id },
    ) !== undefined

  const claimed = (id: string, sentAt: number): StoredJob =>
    jobs.move(jobs.need(id), 'claimed', { sentAt, error: null, notBefore: null })

  /**
   * Only the user can say that it is to be sent once more. As sent later than any other, whatever the clock says: it is none
   * of those that are being sent again.
   */
  function leaveUncertain(id: string, connectionId: string): void {
    const last = db.get<{ at: number | null }>(
      'SELECT max(sent_at) AS at FROM jobs WHERE connection_id = :connectionId AND sent_at IS NOT NULL',
      { connectionId },
    )
    const error = appError('imagesHere', { retry: 'maybeTwice' })
    jobs.move(claimed(id, Math.max(clock.now(), (last?.at ?? 0) + 1)), 'leftUncertain', {
      error,
      billed: 'yes',
    })
  }

  function begin(id: string, connection: Connection, frozen: FrozenTarget): Claim {
    const job = claimed(id, clock.now())
    const idempotencyKey = ledger.openKey(id) ?? (connection.idempotencyKey ? id : null)
    const price = priceOf(connection.prices, job.request)
    return { job, attempt: ledger.begin(id, frozen, { idempotencyKey, price }) }
  }

  return {
    connectionsDue: () =>
      db
        .all<{ id: string }>(
          `SELECT id FROM connections WHERE archived_at IS NULL AND EXISTS (
             SELECT 1 FROM jobs WHERE state = 'queued' AND connection_id = connections.id)`,
        )
        .map(({ id }) => id),

    nextRequests: (connectionId) =>
      modes.flatMap((mode) => candidates(connectionId, mode, 1)).map((job) => pricedRequest(job.priced)),

    look(connection) {
      // The first job of each mode tells: the others wait for it.
      const { picked, capped } = pick(connection, 1)
      if (picked.length > 0) return 'some'
      return capped ? 'capped' : 'none'
    },

    take(connectionId, frozen, maySend) {
      return db.transaction(() => {
        const connection = connections.live(connectionId)
        if (connection === null || !maySend(connection)) return { kind: 'nothing' }
        if (!isSame(frozen, connections.freeze(connectionId))) return { kind: 'changed' }
        const { picked, capped } = pick(connection, Number.POSITIVE_INFINITY)
        if (picked.length === 0) return capped ? { kind: 'capped', connection } : { kind: 'nothing' }
        const sentBefore = picked.filter(wasSentBefore)
        if (sentBefore.length > 0) {
          for (const id of sentBefore) leaveUncertain(id, connectionId)
          return { kind: 'changed' }
        }
        const claims = picked.map((id) => begin(id, connection, frozen))
        for (const batchId of new Set(claims.map(({ job }) => job.batchId))) {
          db.run('UPDATE batches SET ramp = min(ramp * 2, :longest) WHERE id = :batchId', {
            batchId,
            longest: longestRamp,
          })
        }
        return { kind: 'claimed', claims }
      })
    },

    stoppedOf: (jobIds) =>
      db
        .all<{ id: string }>(
          `SELECT jobs.id FROM jobs JOIN batches ON batches.id = batch_id
             JOIN connections ON connections.id = jobs.connection_id
           WHERE jobs.id IN (SELECT value FROM json_each(:ids))
             AND (dropped OR batches.paused OR connections.paused OR archived_at IS NOT NULL)`,
          { ids: JSON.stringify(jobIds) },
        )
        .map(({ id }) => id),

    // If the clock was set back since, the quiet counts from when the service asked for it: it never asked for more.
    limits: () =>
      db.all<Limit>(
        `SELECT connectionId, max(notBefore - max(:now, coalesce(saidAt, :now))) AS ms,
           max(0, max(notBefore - coalesce(saidAt, notBefore))) AS askedMs
         FROM (SELECT connection_id AS connectionId, not_before AS notBefore,
             (SELECT max(exchanged_at) FROM attempts WHERE job_id = jobs.id) AS saidAt
           FROM jobs WHERE state = 'queued' AND not_before IS NOT NULL)
         GROUP BY connectionId`,
        { now: clock.now() },
      ),

    forgetLimit(connectionId) {
      db.run(
        `UPDATE jobs SET not_before = NULL
         WHERE state = 'queued' AND not_before IS NOT NULL AND connection_id = :connectionId`,
        { connectionId },
      )
    },
  }
}

function isSame(one: FrozenTarget, other: FrozenTarget): boolean {
  return one.origin === other.origin && one.pathPrefix === other.pathPrefix && one.keyId === other.keyId
}
