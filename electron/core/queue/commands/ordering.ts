import type { Movable, Place, Placed, Priority } from '@shared/model/queue'
import type { Database } from '../../db/database'
import { states } from '../../jobMachine'
import type { Commits } from '../rows/commits'
import {
  comparePlaces,
  heads,
  headsInOrder,
  inOrder,
  inReverse,
  type JobPlace,
  storedPriority,
} from '../rows/sendingOrder'

/** Positions of several rows in a gap: the i-th, counted from 1, is at `start + step * i`. */
export interface Spread {
  readonly start: number
  readonly step: number
}

/** The places of new jobs in the order: one priority for all, a different position for each. */
export interface NewPlace extends Spread {
  readonly priority: number
}

/** The order of waiting jobs. Jobs that are no longer waiting are left alone. */
export interface Ordering {
  /** A place behind everything that is waiting, or before it. */
  forNew(count: number, first: boolean): NewPlace
  /** One transaction, whatever the number of jobs. Jobs that are already there stay as they are. */
  place(kind: Movable, id: string, to: Place): Placed
  prioritize(batchId: string, priority: Priority): void
}

/** The job that the moved ones are placed next to. */
interface Anchor {
  readonly edge: JobPlace
  readonly side: 'before' | 'after'
}

/** Relative to the numbers, or to 1: positions closer together than this can't be told apart reliably. */
const finestStep = 4 * Number.EPSILON

const columnOf = { batch: 'batch_id', job: 'id' } as const
/**
 * The smallest or largest position among the waiting jobs of a connection, mode and priority: found without reading the
 * others.
 */
const atEnd = (which: 'min' | 'max'): string => `(SELECT ${which}(position) FROM jobs WHERE state = 'queued'
  AND connection_id = connections.id AND jobs.mode = mode.value AND jobs.priority = priority.value)`
const ends = { first: inOrder, last: inReverse } as const

export function createOrdering({
  db,
  commits,
}: {
  readonly db: Database
  readonly commits: Commits
}): Ordering {
  /** The first or last waiting job of what is named (`=`) or of everything else (`<>`). */
  function edge(end: keyof typeof ends, kind: Movable, is: '=' | '<>', id: string): JobPlace | null {
    return (
      db.get<JobPlace>(
        `SELECT priority, position, id FROM jobs WHERE state = 'queued' AND ${columnOf[kind]} ${is} :id
         ORDER BY ${ends[end]} LIMIT 1`,
        { id },
      ) ?? null
    )
  }

  /** The rows it can change places with, and itself, in order. */
  function siblings(kind: Movable, id: string): readonly string[] {
    const rows =
      kind === 'batch'
        ? db.all<{ id: string }>(`WITH ${heads} SELECT batch_id AS id FROM heads ORDER BY ${headsInOrder}`)
        : db.all<{ id: string }>(
            `SELECT id FROM jobs
             WHERE state = 'queued' AND batch_id = (SELECT batch_id FROM jobs WHERE id = :id)
             ORDER BY ${inOrder}`,
            { id },
          )
    return rows.map((row) => row.id)
  }

  /** Null if it is already there, or if the row it should go next to is no longer waiting. */
  function anchorOf(kind: Movable, id: string, place: Place): Anchor | null {
    const beside = (side: Anchor['side'], other: string | undefined): Anchor | null => {
      if (other === undefined || other === id) return null
      const found = edge(side === 'before' ? 'first' : 'last', kind, '=', other)
      return found && { edge: found, side }
    }
    switch (place.to) {
      case 'top': {
        const others = edge('first', kind, '<>', id)
        const own = edge('last', kind, '=', id)
        return others && own && comparePlaces(others, own) < 0 ? { edge: others, side: 'before' } : null
      }
      case 'bottom': {
        const others = edge('last', kind, '<>', id)
        const own = edge('first', kind, '=', id)
        return others && own && comparePlaces(own, others) < 0 ? { edge: others, side: 'after' } : null
      }
      case 'up': {
        const all = siblings(kind, id)
        return beside('before', all[all.indexOf(id) - 1])
      }
      case 'down': {
        const all = siblings(kind, id)
        return all.includes(id) ? beside('after', all[all.indexOf(id) + 1]) : null
      }
      case 'before':
      case 'after':
        return beside(place.to, place.id)
    }
  }

  /** The gap between the edge and what is beyond it, ignoring the moved jobs; null if there are no numbers left. */
  function room(kind: Movable, id: string, { edge, side }: Anchor, count: number): Spread | null {
    const [nearest, way] = side === 'before' ? (['max', '<'] as const) : (['min', '>'] as const)
    const beyond = db.get<{ position: number | null }>(
      `SELECT ${nearest}(position) AS position FROM jobs
       WHERE state = 'queued' AND priority = :priority AND ${columnOf[kind]} <> :moved
         AND (position, id) ${way} (:position, :id)`,
      { ...edge, moved: id },
    )
    const far = beyond?.position ?? null
    return side === 'before' ? spread(far, edge.position, count) : spread(edge.position, far, count)
  }

  /** Back to whole numbers, in the same order. Jobs that may go back to waiting keep their place among them. */
  function renumber(): void {
    db.run(
      `UPDATE jobs SET position = counted.place
       FROM (SELECT id, row_number() OVER (ORDER BY ${inOrder}) AS place FROM jobs
             WHERE state IN ${states.placed}) AS counted
       WHERE jobs.id = counted.id`,
    )
  }

  function put(kind: Movable, id: string, place: Place): void {
    const waiting = `state = 'queued' AND ${columnOf[kind]} = :id`
    const count =
      db.get<{ count: number }>(`SELECT count(*) AS count FROM jobs WHERE ${waiting}`, { id })?.count ?? 0
    const found = anchorOf(kind, id, place)
    if (count === 0 || found === null) return
    const places = room(kind, id, found, count)
    if (places === null) {
      renumber()
      put(kind, id, place)
      return
    }
    db.run(
      `UPDATE jobs SET priority = :priority, position = :start + :step * counted.place
       FROM (SELECT id, row_number() OVER (ORDER BY ${inOrder}) AS place FROM jobs WHERE ${waiting}) AS counted
       WHERE jobs.id = counted.id`,
      { id, priority: found.edge.priority, ...places },
    )
    commits.queueChanged()
  }

  return {
    forNew(count, first) {
      const made = db.get<{ made: number | null }>('SELECT max(rowid) AS made FROM jobs')?.made ?? 0
      const waiting = db.get<{ front: number | null; behind: number | null; highest: number | null }>(
        `SELECT min(${atEnd('min')}) AS front, max(${atEnd('max')}) AS behind,
           max(priority.value) FILTER (WHERE ${atEnd('min')} IS NOT NULL) AS highest
         FROM connections, json_each('["direct", "background"]') AS mode, json_each('[-1, 0, 1]') AS priority`,
      )
      // A job that is being sent may go back to waiting, so no other job gets a number it could have.
      const front = Math.min(waiting?.front ?? 0, -made)
      const behind = Math.max(waiting?.behind ?? 0, made)
      return first
        ? { priority: Math.max(0, waiting?.highest ?? 0), start: front - count - 1, step: 1 }
        : { priority: 0, start: behind, step: 1 }
    },

    place: (kind, id, place) =>
      db.transaction(() => {
        put(kind, id, place)
        const all = siblings(kind, id)
        const at = all.indexOf(id)
        return at === -1 ? null : { at: at + 1, of: all.length }
      }),

    prioritize(batchId, priority) {
      const changed = db.run(
        `UPDATE jobs SET priority = :priority WHERE state = 'queued' AND batch_id = :batchId`,
        { batchId, priority: storedPriority[priority] },
      )
      if (changed > 0) commits.queueChanged()
    },
  }
}

/**
 * Spreads `count` rows evenly between two positions; null is an open end. Returns null if the gap has too few numbers
 * left: the rows around it must be renumbered first.
 */
export function spread(before: number | null, after: number | null, count: number): Spread | null {
  if (before === null) return { start: after === null ? 0 : after - count - 1, step: 1 }
  if (after === null) return { start: before, step: 1 }
  const step = (after - before) / (count + 1)
  return step > finestStep * Math.max(1, Math.abs(before), Math.abs(after)) ? { start: before, step } : null
}
