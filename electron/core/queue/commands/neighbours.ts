import type { Movable, Placed } from '@shared/model/queue'
import type { Database } from '../../db/database'
import { states } from '../../jobMachine'
import { batchesBeingWritten } from '../rows/batchGate'
import {
  firstJob,
  heads,
  headsInOrder,
  headsReversed,
  inOrder,
  inReverse,
  type JobPlace,
  waitingCount,
} from '../rows/sendingOrder'

/** What stands where in the order of sending, read by index: never more of the rows than are asked for. */
export interface Neighbours {
  /** The first or last waiting job of what is named. */
  edgeOf(end: End, kind: Movable, id: string): JobPlace | null
  /** The first or last waiting job of everything else. */
  edgeOfOthers(end: End, kind: Movable, id: string): JobPlace | null
  /** The batch, or the job of the same batch, that stands directly before or after. */
  beside(kind: Movable, id: string, side: 'before' | 'after'): string | null
  /** The position of the waiting job directly before or after a place, in the same priority; null if there is none. */
  positionBeyond(place: JobPlace, side: 'before' | 'after'): number | null
  /** Its place among its siblings; null if it isn't waiting. */
  rank(kind: Movable, id: string): Placed
}

type End = 'first' | 'last'

/** What names a thing that can be moved. */
export const columnOf = { batch: 'batch_id', job: 'id' } as const
const ends = { first: inOrder, last: inReverse } as const
const priorities = [1, 0, -1] as const
/** In the words of the index that has the whole order. */
const inLine = `state IN ${states.placed} AND state = 'queued'`
const ofOwn = "state = 'queued' AND batch_id = :batchId"
/** Rows at an end of the order that are read before the edges of all batches are. */
const nearRows = 100

export function createNeighbours(db: Database): Neighbours {
  const first = (where: string, order: string, params: Record<string, string | number>): JobPlace | null =>
    db.get<JobPlace>(
      `SELECT priority, position, id FROM jobs WHERE ${where} ORDER BY ${order} LIMIT 1`,
      params,
    ) ?? null

  function placeOf(id: string): (JobPlace & { readonly batchId: string }) | null {
    return (
      db.get<JobPlace & { batchId: string }>(
        `SELECT priority, position, id, batch_id AS batchId FROM jobs WHERE state = 'queued' AND id = :id`,
        { id },
      ) ?? null
    )
  }

  /** The row of a batch among the heads; null if it has none. */
  const headOf = (id: string): JobPlace | null =>
    first(`state = 'queued' AND batch_id = :id AND batch_id NOT IN (${batchesBeingWritten})`, inOrder, { id })

  function batchBeside(batchId: string, side: 'before' | 'after'): string | null {
    const own = headOf(batchId)
    if (own === null) return null
    const [order, way] = side === 'before' ? [headsReversed, '<'] : [headsInOrder, '>']
    return (
      db.get<{ id: string }>(
        `WITH ${heads} SELECT batch_id AS id FROM heads
         WHERE (-heads.priority, heads.position, heads.id) ${way} (-:priority, :position, :id) ORDER BY ${order} LIMIT 1`,
        { ...own },
      )?.id ?? null
    )
  }

  function rankOfBatch(batchId: string): Placed {
    const own = headOf(batchId)
    if (own === null) return null
    const ranked = db.get<{ readonly of: number; readonly before: number }>(
      `WITH ${heads} SELECT count(*) AS of,
         sum((-heads.priority, heads.position, heads.id) < (-:priority, :position, :id)) AS before FROM heads`,
      { ...own },
    )
    return ranked === undefined ? null : { at: ranked.before + 1, of: ranked.of }
  }

  /** Among those of one priority, by the same index as the order itself. */
  function besideInPriority(
    own: JobPlace & { readonly batchId: string },
    priority: number,
    side: 'before' | 'after',
  ): JobPlace | null {
    const order = side === 'before' ? 'position DESC, id DESC' : 'position, id'
    const beyond =
      priority === own.priority ? `AND (position, id) ${side === 'before' ? '<' : '>'} (:position, :id)` : ''
    return first(`state = 'queued' AND batch_id = :batchId AND priority = :priority ${beyond}`, order, {
      batchId: own.batchId,
      priority,
      ...(beyond === '' ? {} : { position: own.position, id: own.id }),
    })
  }

  function jobBeside(id: string, side: 'before' | 'after'): string | null {
    const own = placeOf(id)
    if (own === null) return null
    const onward = side === 'before' ? [...priorities].reverse() : priorities
    for (const priority of onward.slice(onward.indexOf(own.priority as (typeof priorities)[number]))) {
      const found = besideInPriority(own, priority, side)
      if (found !== null) return found.id
    }
    return null
  }

  function rankOfJob(id: string): Placed {
    const own = placeOf(id)
    if (own === null) return null
    const ranked = db.get<{ readonly of: number; readonly before: number }>(
      `SELECT ${waitingCount} AS of,
         (SELECT count(*) FROM jobs WHERE ${ofOwn} AND priority > :priority)
         + (SELECT count(*) FROM jobs WHERE ${ofOwn} AND priority = :priority AND (position, id) < (:position, :id))
         AS before`,
      { ...own },
    )
    return ranked === undefined ? null : { at: ranked.before + 1, of: ranked.of }
  }

  /** The first or last waiting job of the other batches: by its place if it is near that end, else by their edges. */
  function edgeOfOtherBatches(end: End, id: string): JobPlace | null {
    const order = ends[end]
    const near = db.all<JobPlace & { readonly batchId: string }>(
      `SELECT priority, position, id, batch_id AS batchId FROM jobs INDEXED BY jobs_order
       WHERE ${inLine} ORDER BY ${order} LIMIT ${nearRows}`,
    )
    const found = near.find(({ batchId }) => batchId !== id)
    if (found !== undefined || near.length < nearRows) return found ?? null
    return (
      db.get<JobPlace>(
        `SELECT jobs.priority, jobs.position, jobs.id
         FROM (SELECT DISTINCT batch_id FROM job_counts WHERE stage = 'waiting' AND jobs > 0 AND batch_id <> :id) AS waiting
           JOIN jobs ON jobs.rowid = ${firstJob(order)} ORDER BY ${order} LIMIT 1`,
        { id },
      ) ?? null
    )
  }

  return {
    edgeOf: (end, kind, id) => first(`state = 'queued' AND ${columnOf[kind]} = :id`, ends[end], { id }),
    edgeOfOthers: (end, kind, id) =>
      kind === 'job' ? first(`${inLine} AND id <> :id`, ends[end], { id }) : edgeOfOtherBatches(end, id),

    beside: (kind, id, side) => (kind === 'job' ? jobBeside(id, side) : batchBeside(id, side)),

    positionBeyond({ priority, position, id }, side) {
      const [order, way] = side === 'before' ? ['position DESC, id DESC', '<'] : ['position, id', '>']
      const where = `${inLine} AND priority = :priority AND (position, id) ${way} (:position, :id)`
      return first(where, order, { priority, position, id })?.position ?? null
    },

    rank: (kind, id) => (kind === 'job' ? rankOfJob(id) : rankOfBatch(id)),
  }
}
