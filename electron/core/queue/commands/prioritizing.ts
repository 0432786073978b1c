import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import type { Database } from '../../db/database'
import type { Commits } from '../rows/commits'
import { waitingCount } from '../rows/sendingOrder'

/** `upTo`: jobs queued later, by the number of their rows, are left alone. */
const paramsSchema = z.object({ batchId: z.string(), priority: z.number(), upTo: z.number() })
type Params = z.infer<typeof paramsSchema>

/** What is raised goes first to last, and what is lowered last to first: the batch stays in its order meanwhile. */
const ways = [
  { which: 'priority < :priority', order: 'priority DESC, position, id' },
  { which: 'priority > :priority', order: 'priority, position DESC, id DESC' },
] as const

/** The priority of all waiting jobs of a batch, as it is stored. */
export interface Prioritizing {
  set(batchId: string, priority: number): Promise<void>
  /**
   * The one it is just being given; null if none is. With the number of a row: the one that this job is being given,
   * which a job queued later isn't.
   */
  underWay(batchId: string, row?: number): number | null
}

export function createPrioritizing(deps: {
  readonly db: Database
  readonly bulk: Bulk
  readonly commits: Commits
}): Prioritizing {
  const { db, bulk, commits } = deps

  const run = bulk.register<Params>({
    kind: 'prioritize',
    params: paramsSchema,
    step(params, rows) {
      for (const { which, order } of ways) {
        const done = db.run(
          `UPDATE jobs SET priority = :priority WHERE id IN (
             SELECT id FROM jobs WHERE state = 'queued' AND batch_id = :batchId AND ${which} AND rowid <= :upTo
             ORDER BY ${order} LIMIT :rows)`,
          { ...params, rows },
        )
        if (done === 0) continue
        commits.queueChanged()
        return { done, next: params }
      }
      return { done: 0, next: null }
    },
  })

  return {
    underWay(batchId, row = 0) {
      const given = bulk
        .unfinished()
        .filter(({ kind, subject }) => kind === 'prioritize' && subject === batchId)
        .flatMap(({ params }) => paramsSchema.safeParse(params).data ?? [])
      return given.findLast(({ upTo }) => row <= upTo)?.priority ?? null
    },

    async set(batchId, priority) {
      const { total, upTo } = db.get<{ total: number; upTo: number | null }>(
        `SELECT ${waitingCount} AS total, (SELECT max(rowid) FROM jobs) AS upTo`,
        { batchId },
      ) ?? { total: 0, upTo: null }
      await run({ params: { batchId, priority, upTo: upTo ?? 0 }, total, subject: batchId })
    },
  }
}
