import { type Movable, type Place, placeSchema } from '@shared/model/queue'
import { z } from 'zod'
import type { Bulk, BulkPart } from '../../bulk/bulk'
import type { Database } from '../../db/database'
import { states } from '../../jobMachine'
import type { Commits } from '../rows/commits'
import type { PressRows } from '../rows/pressRows'
import { comparePlaces, type JobPlace, waitingCount } from '../rows/sendingOrder'
import { columnOf, type Neighbours } from './neighbours'
import { recordOrder } from './orderPress'
import type { Presses } from './presses'
import { pressCommands } from './pressSteps'
import { spread } from './spread'

/** The job that the moved ones are placed next to. */
interface Anchor {
  readonly edge: JobPlace
  readonly side: 'before' | 'after'
}

/** Where the rows of a batch or the one row of a job are going, and how far that is done. */
const moveSchema = z.object({
  priority: z.number(),
  start: z.number(),
  step: z.number(),
  count: z.number(),
  moved: z.number(),
  /** From the first to the last, or the other way. */
  isForward: z.boolean(),
  /** The old place of the last that was moved. */
  last: z.object({ priority: z.number(), position: z.number(), id: z.string() }).nullable(),
})
type Move = z.infer<typeof moveSchema>

/** All jobs of a priority get whole numbers again, before those of the others, in the same order. */
const renumberSchema = z.object({
  priority: z.number(),
  /** Those at this position or later still have their old number. */
  from: z.number(),
  start: z.number(),
  moved: z.number(),
})
type Renumber = z.infer<typeof renumberSchema>

const paramsSchema = z.object({
  kind: z.enum(['batch', 'job']),
  id: z.string(),
  to: placeSchema,
  /** Jobs queued later, by the number of their rows, stay where they are. */
  upTo: z.number(),
  move: moveSchema.nullable(),
  renumber: renumberSchema.nullable(),
  /** Numbers that even this brings too close together are too large to be told apart: it stays where it is. */
  isRenumbered: z.boolean(),
  /** What it changes is recorded under this press. */
  press: z.number().nullable().default(null),
})
type Params = z.infer<typeof paramsSchema>

/** Moves a batch or a job; resolves once it is there. */
export function createMoving(deps: {
  readonly db: Database
  readonly bulk: Bulk
  readonly commits: Commits
  readonly neighbours: Neighbours
  readonly presses: Pick<Presses, 'isKnown' | 'forgetPlaces'>
  readonly pressRows: Pick<PressRows, 'add'>
}): (kind: Movable, id: string, to: Place, press: number | null) => Promise<void> {
  const { db, bulk, commits, neighbours, presses, pressRows } = deps

  /** Null if it is already there, or if the row it should go next to is no longer waiting. */
  function anchorOf({ kind, id, to }: Params): Anchor | null {
    const beside = (side: Anchor['side'], other: string | null): Anchor | null => {
      if (other === null || other === id) return null
      const found = neighbours.edgeOf(side === 'before' ? 'first' : 'last', kind, other)
      return found && { edge: found, side }
    }
    switch (to.to) {
      case 'top': {
        const others = neighbours.edgeOfOthers('first', kind, id)
        const own = neighbours.edgeOf('last', kind, id)
        return others && own && comparePlaces(others, own) < 0 ? { edge: others, side: 'before' } : null
      }
      case 'bottom': {
        const others = neighbours.edgeOfOthers('last', kind, id)
        const own = neighbours.edgeOf('first', kind, id)
        return others && own && comparePlaces(own, others) < 0 ? { edge: others, side: 'after' } : null
      }
      case 'up':
        return beside('before', neighbours.beside(kind, id, 'before'))
      case 'down':
        return beside('after', neighbours.beside(kind, id, 'after'))
      case 'before':
      case 'after':
        return beside(to.to, to.id)
    }
  }

  function countOf({ kind, id }: Pick<Params, 'kind' | 'id'>): number {
    const [sql, params] =
      kind === 'batch'
        ? [`SELECT ${waitingCount} AS count`, { batchId: id }]
        : ["SELECT count(*) AS count FROM jobs WHERE state = 'queued' AND id = :id", { id }]
    return db.get<{ count: number }>(sql, params)?.count ?? 0
  }

  function renumberOf(priority: number): Renumber {
    const found = db.get<{ first: number | null; count: number }>(
      `SELECT min(position) AS first, count(*) AS count FROM jobs
       WHERE state IN ${states.placed} AND priority = :priority`,
      { priority },
    )
    const from = found?.first ?? 0
    return { priority, from, start: Math.floor(from) - (found?.count ?? 0) - 1, moved: 0 }
  }

  /** What is to be done; null if nothing is. */
  function plan(params: Params): Params | null {
    const anchor = anchorOf(params)
    const count = countOf(params)
    if (anchor === null || count === 0) return null
    const { edge, side } = anchor
    const beyond = neighbours.positionBeyond(edge, side)
    const places =
      side === 'before' ? spread(beyond, edge.position, count) : spread(edge.position, beyond, count)
    if (places === null)
      return params.isRenumbered
        ? null
        : { ...params, renumber: renumberOf(edge.priority), isRenumbered: true }
    const { priority } = edge
    const move: Move = { priority, ...places, count, moved: 0, isForward: side === 'before', last: null }
    return { ...params, move, renumber: null }
  }

  /** Those of one priority that weren't moved yet, from where the last step ended. */
  function unmoved(
    { kind, id, upTo }: Params,
    move: Move,
    priority: number,
    rows: number,
  ): readonly JobPlace[] {
    const { isForward, last, start, step, count } = move
    const isOnward = last !== null && last.priority === priority
    return db.all<JobPlace>(
      `SELECT priority, position, id FROM jobs
       WHERE state = 'queued' AND ${columnOf[kind]} = :moved AND priority = :priority AND rowid <= :upTo
         AND NOT (:priority = :target AND position > :start AND position < :end)
         ${isOnward ? `AND (position, id) ${isForward ? '>' : '<'} (:position, :id)` : ''}
       ORDER BY ${isForward ? 'position, id' : 'position DESC, id DESC'} LIMIT :rows`,
      {
        moved: id,
        priority,
        target: move.priority,
        upTo,
        start,
        end: start + step * (count + 1),
        rows,
        ...(isOnward ? { position: last.position, id: last.id } : {}),
      },
    )
  }

  function nextOf(params: Params, move: Move, rows: number): readonly JobPlace[] {
    const all = move.isForward ? [1, 0, -1] : [-1, 0, 1]
    for (const priority of all.slice(Math.max(0, all.indexOf(move.last?.priority ?? all[0] ?? 0)))) {
      const found = unmoved(params, move, priority, rows)
      if (found.length > 0) return found
    }
    return []
  }

  function moveSome(params: Params, move: Move, rows: number): BulkPart<Params> {
    const jobs = nextOf(params, move, Math.min(rows, move.count - move.moved))
    const last = jobs.at(-1)
    if (last === undefined) return { done: 0, next: null }
    const { priority, start, step, count, moved, isForward } = move
    const placed = db.all<JobPlace>(
      `UPDATE jobs SET priority = :priority, position = :start + :step * places.place
       FROM (SELECT value AS id, iif(:isForward, :moved + key + 1, :count - :moved - key) AS place
         FROM json_each(:ids)) AS places
       WHERE jobs.id = places.id RETURNING jobs.priority, jobs.position, jobs.id`,
      {
        priority,
        start,
        step,
        count,
        moved,
        isForward: Number(isForward),
        ids: JSON.stringify(jobs.map(({ id }) => id)),
      },
    )
    if (presses.isKnown(params.press)) recordOrder(pressRows, params.press, jobs, placed)
    commits.queueChanged()
    const left = { ...move, moved: moved + jobs.length, last }
    return { done: jobs.length, next: left.moved < count ? { ...params, move: left } : null }
  }

  function renumberSome(params: Params, renumber: Renumber, rows: number): BulkPart<Params> {
    presses.forgetPlaces(params.press)
    const { priority, from, start, moved } = renumber
    const done = db.run(
      `UPDATE jobs SET position = :start + places.place
       FROM (SELECT id, :moved + row_number() OVER (ORDER BY position, id) AS place
         FROM (SELECT id, position FROM jobs
           WHERE state IN ${states.placed} AND priority = :priority AND position >= :from AND rowid <= :upTo
           ORDER BY position, id LIMIT :rows)) AS places
       WHERE jobs.id = places.id`,
      { priority, from, start, moved, upTo: params.upTo, rows },
    )
    const next =
      done < rows
        ? { ...params, renumber: null }
        : { ...params, renumber: { ...renumber, moved: moved + done } }
    return { done: 0, next }
  }

  const run = bulk.register<Params>({
    kind: 'place',
    params: paramsSchema,
    after: Object.values(pressCommands),
    step(params, rows) {
      if (params.renumber !== null) return renumberSome(params, params.renumber, rows)
      if (params.move !== null) return moveSome(params, params.move, rows)
      const planned = plan(params)
      return planned?.move ? moveSome(planned, planned.move, rows) : { done: 0, next: planned }
    },
  })

  return async (kind, id, to, press) => {
    const upTo = db.get<{ last: number | null }>('SELECT max(rowid) AS last FROM jobs')?.last ?? 0
    const total = countOf({ kind, id })
    await run({
      params: { kind, id, to, upTo, move: null, renumber: null, isRenumbered: false, press },
      total,
      subject: id,
    })
  }
}
