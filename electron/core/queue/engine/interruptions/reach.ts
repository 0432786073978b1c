import { type AppError, AppFailure } from '@shared/errors'
import type { Unreached } from '@shared/model/queue'
import type { Connections } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import type { Guard } from '../../../guard'
import { states } from '../../../jobMachine'
import type { Clock } from '../../../ports'
import { backoffMs } from '../../../service/backoff'
import { unreachedCodes } from '../../../service/networkErrors'
import type { ServiceClient } from '../../../service/serviceClient'

/**
 * Which services can't be reached, kept in memory. One request that can't get through stops the sends and polls of its
 * connection. From then on only free requests without the key go out, one at a time, until one is answered.
 */
export interface Reach {
  /** Why the connection sends nothing now; null if it may. */
  problem(connectionId: string): AppError | null
  /** Connections with unfinished jobs that are out of reach. */
  unreached(): Unreached[]
  /** A request of the connection couldn't reach its service. */
  missed(connectionId: string, error: AppError): void
  /** A request of the connection, other than a probe, was answered. */
  answered(connectionId: string): void
  /** The error, which says if the address has worked: then it isn't to blame. */
  told(connectionId: string, error: AppError): AppError
  /** The network may be back: probes unreachable services now. */
  probe(): void
  stop(): Promise<void>
}

interface Standing {
  problem: AppError | null
  /** Failures since the last answer: a route that only lets probes through must not be retried over and over. */
  misses: number
  probing: Promise<void> | null
  cancelTimer: () => void
  /** Where the service has answered a request that succeeded; null: nowhere. Undefined until it is looked up. */
  workedAt: string | null | undefined
}

export function createReach(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly guard: Pick<Guard, 'failed'>
  readonly random: () => number
  readonly service: Pick<ServiceClient, 'test'>
  readonly connections: Pick<Connections, 'freeze' | 'resolveKeyless'>
  /** What `unreached` returns has changed. */
  readonly onChange: () => void
  readonly onReached: (connectionId: string) => void
}): Reach {
  const { db, clock, guard, random, service, connections, onChange, onReached } = deps
  const standings = new Map<string, Standing>()
  const stopping = new AbortController()
  const { signal } = stopping

  function standingOf(id: string): Standing {
    const known = standings.get(id)
    if (known !== undefined) return known
    const made: Standing = {
      problem: null,
      misses: 0,
      probing: null,
      cancelTimer: () => {},
      workedAt: undefined,
    }
    standings.set(id, made)
    return made
  }

  const isNeeded = (id: string): boolean =>
    db.get(`SELECT 1 FROM jobs WHERE connection_id = :id AND state IN ${states.unfinished} LIMIT 1`, {
      id,
    }) !== undefined

  /** Whether the newest batch that succeeded was answered where the connection is now. It is looked up once. */
  function hasWorked(id: string): boolean {
    const standing = standingOf(id)
    if (standing.workedAt === undefined) standing.workedAt = lastOrigin(id)
    return standing.workedAt !== null && standing.workedAt === connections.freeze(id).origin
  }

  function lastOrigin(id: string): string | null {
    const answered = db.get<{ origin: string }>(
      `SELECT origin FROM attempts JOIN jobs ON jobs.id = attempts.job_id
       WHERE outcome = 'accepted' AND jobs.batch_id = (SELECT id FROM batches
         WHERE connection_id = :id AND succeeded_at IS NOT NULL ORDER BY succeeded_at DESC LIMIT 1) LIMIT 1`,
      { id },
    )
    return answered?.origin ?? null
  }

  const told = (id: string, error: AppError): AppError =>
    hasWorked(id) ? { ...error, params: { ...error.params, worked: 1 } } : error

  function setProblem(standing: Standing, problem: AppError | null): void {
    const changed = standing.problem?.code !== problem?.code
    standing.problem = problem
    if (changed) onChange()
  }

  function plan(id: string, standing: Standing): void {
    standing.cancelTimer()
    standing.cancelTimer = clock.after(backoffMs(standing.misses, random), () => begin(id, standing))
    standing.misses++
  }

  function begin(id: string, standing: Standing): void {
    standing.cancelTimer()
    if (standing.probing !== null || signal.aborted) return
    standing.probing = look(id, standing)
      .catch((problem: unknown) => {
        guard.failed('queue.probeFailed', problem)
        plan(id, standing)
      })
      .finally(() => {
        standing.probing = null
      })
  }

  async function look(id: string, standing: Standing): Promise<void> {
    // No job needs it: the next request will find out.
    const problem = isNeeded(id) ? await found(id) : null
    if (signal.aborted || standing.problem === null) return
    setProblem(standing, problem === null ? null : told(id, problem))
    if (problem === null) onReached(id)
    else plan(id, standing)
  }

  /** Any answer at all shows that the service can be reached. */
  async function found(id: string): Promise<AppError | null> {
    try {
      const target = await connections.resolveKeyless(id, connections.freeze(id))
      const test = await service.test(target, { signal })
      return test.outcome === 'notReached' && unreachedCodes.has(test.error.code) ? test.error : null
    } catch (problem) {
      if (problem instanceof AppFailure && unreachedCodes.has(problem.error.code)) return problem.error
      throw problem
    }
  }

  return {
    told,
    problem: (id) => standings.get(id)?.problem ?? null,
    unreached: () =>
      [...standings].flatMap(([connectionId, { problem }]) =>
        problem !== null && isNeeded(connectionId) ? [{ connectionId, error: problem }] : [],
      ),
    missed(id, error) {
      const standing = standingOf(id)
      if (signal.aborted || standing.problem !== null) return
      setProblem(standing, told(id, error))
      plan(id, standing)
    },
    answered(id) {
      const standing = standings.get(id)
      if (standing === undefined) return
      standing.misses = 0
      // It may be the first success, or one at another address.
      standing.workedAt = undefined
      if (standing.problem === null) return
      standing.cancelTimer()
      setProblem(standing, null)
      onReached(id)
    },
    probe() {
      for (const [id, standing] of standings) if (standing.problem !== null) begin(id, standing)
    },
    async stop() {
      stopping.abort('shutdown')
      for (const { cancelTimer } of standings.values()) cancelTimer()
      await Promise.all([...standings.values()].map(({ probing }) => probing))
    },
  }
}
