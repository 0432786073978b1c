import { z } from 'zod'
import type { Database } from '../../db/database'
import type { Commits } from '../rows/commits'
import type { PressRows } from '../rows/pressRows'
import { type PressWork, type Verdict, workByRow } from './pressWork'

const orderSchema = z.object({ priority: z.number(), position: z.number().optional() })
type Order = z.infer<typeof orderSchema>

interface OrderedJob extends Order {
  readonly id: string
}

const text = ({ priority, position }: Order): string => JSON.stringify({ priority, position })

/** Records where jobs were and where a command has put them: without a position, only their priority. */
export function recordOrder(
  pressRows: Pick<PressRows, 'add'>,
  press: number,
  before: readonly OrderedJob[],
  after: readonly OrderedJob[],
): void {
  const now = new Map(after.map((job) => [job.id, job]))
  pressRows.add(
    press,
    before.flatMap((job) => {
      const put = now.get(job.id)
      return put === undefined ? [] : [{ jobId: job.id, before: text(job), after: text(put), same: null }]
    }),
  )
}

/** Each job that still waits where the command put it goes back to where it was. */
export function createOrderPress(deps: { readonly db: Database; readonly commits: Commits }): PressWork {
  const { db, commits } = deps

  function move(jobId: string, from: Order, to: Order): Verdict {
    const moved = db.run(
      `UPDATE jobs SET priority = :priority, position = coalesce(:position, position)
       WHERE id = :jobId AND state = 'queued' AND priority = :wasPriority
         AND position = coalesce(:wasPosition, position)`,
      {
        jobId,
        priority: to.priority,
        position: to.position ?? null,
        wasPriority: from.priority,
        wasPosition: from.position ?? null,
      },
    )
    commits.queueChanged()
    return moved > 0 ? 'changed' : 'left'
  }

  return workByRow(orderSchema, move)
}
