import { type JobAction, jobActionSchema } from '@shared/model/job'
import { type JobSet, jobSetSchema } from '@shared/model/jobSet'
import { z } from 'zod'
import type { Bulk, BulkPart, UnfinishedCommand } from '../../bulk/bulk'
import type { Clock } from '../../ports'
import { type JobCursor, type JobSets, jobMomentSchema } from '../rows/jobSets'
import type { Act } from './actions'
import type { Presses } from './presses'

/** Acts on the named jobs and on those of the sets; resolves with how many were changed. */
export type BulkAct = (
  ids: readonly string[],
  action: JobAction,
  sets?: readonly JobSet[],
  /** What it changes is recorded under this press; default null: it can't be taken back. */
  press?: number | null,
) => Promise<number>

const cursorSchema: z.ZodType<JobCursor> = z.object({ code: z.string(), at: z.number(), id: z.string() })

/** What is left of it: jobs by name, then the sets, of which the first was read up to a job. */
const paramsSchema = z.object({
  action: jobActionSchema,
  ids: z.array(z.string()),
  sets: z.array(jobSetSchema),
  after: cursorSchema.nullable(),
  /** When it was given. */
  moment: jobMomentSchema,
  press: z.number().nullable().default(null),
  /** A part of it is done: other commands may have come in between. */
  begun: z.boolean().default(false),
})
type Params = z.infer<typeof paramsSchema>

/** These make billed requests. */
const paid: ReadonlySet<JobAction> = new Set(['sendAgain', 'retryAsNew'])

/** What `withoutPaid` amends. */
export const actKind = 'act'

/** Nothing more is paid for in a batch, or (null) at all: what is left of a command without that. */
export function withoutPaid(batchId: string | null): (left: unknown) => unknown {
  return (left) => {
    const { data } = paramsSchema.safeParse(left)
    if (data === undefined || !paid.has(data.action)) return left
    if (batchId === null) return null
    const notBatches = [...data.moment.notBatches, batchId]
    return { ...data, moment: { ...data.moment, notBatches } }
  }
}

export function createBulkAct(deps: {
  readonly bulk: Bulk
  readonly act: Act
  readonly sets: JobSets
  readonly presses: Pick<Presses, 'isKnown'>
  readonly clock: Pick<Clock, 'now'>
  /** See `QueueDeps`. */
  readonly askAfterMs: () => number
  /** Called with the jobs that were acted on. */
  readonly onDone: (ids: readonly string[], action: JobAction) => void
}): BulkAct {
  const { bulk, act, sets, presses, clock, askAfterMs, onDone } = deps

  function actOn(
    some: readonly string[],
    { action, ids, moment, press, begun }: Params,
  ): Omit<BulkPart<Params>, 'next'> {
    // What is cancelled counts, though nobody can take it back any more.
    const isRecorded = action === 'cancel' || presses.isKnown(press)
    const options = { named: ids, begun }
    const done = act(sets.meant(some, moment), action, isRecorded ? press : null, options)
    return { done: done.length, committed: () => onDone(done, action) }
  }

  function stepThroughSets(params: Params, rows: number): BulkPart<Params> {
    const [set, ...others] = params.sets
    if (set === undefined) return { done: 0, next: null }
    const { sentUntil } = params.moment
    const { ids, next } = sets.slice(set, params.after, { rows, sentUntil })
    const left = { ...params, begun: true, sets: next === null ? others : params.sets, after: next }
    return { ...actOn(ids, params), next: left.sets.length === 0 ? null : left }
  }

  /** What was to be paid for long ago isn't paid for without asking once more. */
  function isRecent({ begunAt, params }: UnfinishedCommand): boolean {
    const age = Math.abs(clock.now() - begunAt)
    return !paid.has(paramsSchema.parse(params).action) || age < askAfterMs()
  }

  const run = bulk.register<Params>({
    kind: actKind,
    params: paramsSchema,
    mayGoOn: isRecent,
    mayQueue: ({ action }) => paid.has(action),
    step(params, rows) {
      if (params.ids.length === 0) return stepThroughSets(params, rows)
      const left = { ...params, begun: true, ids: params.ids.slice(rows) }
      return {
        ...actOn(params.ids.slice(0, rows), params),
        next: left.ids.length + left.sets.length === 0 ? null : left,
      }
    },
  })

  return (ids, action, of = [], press = null) => {
    const total = ids.length + of.reduce((sum, set) => sum + sets.count(set), 0)
    const moment = sets.moment({ ended: paid.has(action) })
    const params = { action, ids: [...new Set(ids)], sets: [...of], after: null, moment, press, begun: false }
    return run({ params, total, subject: null })
  }
}
