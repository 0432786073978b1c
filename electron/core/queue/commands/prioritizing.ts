import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import type { Database } from '../../db/database'
import type { Commits } from '../rows/commits'
import type { PressRows } from '../rows/pressRows'
import { waitingCount } from '../rows/sendingOrder'
import { recordOrder } from './orderPress'
import type { Presses } from './presses'
import { pressCommands } from './pressSteps'

/**
 * `upTo`: jobs queued later, by the number of their rows, are left alone. `press`: what it changes is recorded under it.
 */
const paramsSchema = z.object({
  batchId: z.string(),
  priority: z.number(),
  upTo: z.number(),
  press: z.number().nullable().default(null),
})
type Params = z.infer<typeof paramsSchema>

interface Waiting {
  readonly id: string
  readonly priority: number
}

/** What is raised goes first to last, and what is lowered last to first: the batch stays in its order meanwhile. */
const ways = [
  { which: 'priority < :priority', order: 'priority DESC, position, id' },
  { which: 'priority > :priority', order: 'priority, position DESC, id DESC' },
] as const

/** The priority of all waiting jobs of a batch, as it is stored. */
export interface Prioritizing {
  set(batchId: string, priority: number, press: number | null): Promise<void>
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
  readonly presses: Pick<Presses, 'isKnown'>
  readonly pressRows: Pick<PressRows, 'add'>
}): Prioritizing {
  const { db, bulk, commits, presses, pressRows } = deps

  const run = bulk.register<Params>({
    kind: 'prioritize',
    params: paramsSchema,
    after: Object.values(pressCommands),
    step(params, rows) {
      const { batchId, priority, upTo, press } = params
      for (const { which, order } of ways) {
        const jobs = db.all<Waiting>(
          `SELECT id, priority FROM jobs
           WHERE state = 'queued' AND batch_id = :batchId AND ${which} AND rowid <= :upTo
           ORDER BY ${order} LIMIT :rows`,
          { batchId, priority, upTo, rows },
        )
        if (jobs.length === 0) continue
        if (presses.isKnown(press))
          recordOrder(
            pressRows,
            press,
            jobs,
            jobs.map(({ id }) => ({ id, priority })),
          )
        db.run('UPDATE jobs SET priority = :priority WHERE id IN (SELECT value FROM json_each(:ids))', {
          priority,
          ids: JSON.stringify(jobs.map(({ id }) => id)),
        })
        commits.queueChanged()
        return { done: jobs.length, next: params }
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

    async set(batchId, priority, press) {
      const { total, upTo } = db.get<{ total: number; upTo: number | null }>(
        `SELECT ${waitingCount} AS total, (SELECT max(rowid) FROM jobs) AS upTo`,
        { batchId },
      ) ?? { total: 0, upTo: null }
      await run({ params: { batchId, priority, upTo: upTo ?? 0, press }, total, subject: batchId })
    },
  }
}
