import type { Movable, Place, Placed, Priority } from '@shared/model/queue'
import type { Bulk } from '../../bulk/bulk'
import type { Database } from '../../db/database'
import type { Commits } from '../rows/commits'
import type { PressRows } from '../rows/pressRows'
import { storedPriority } from '../rows/sendingOrder'
import { createMoving } from './moving'
import { createNeighbours } from './neighbours'
import type { Presses } from './presses'
import { createPrioritizing } from './prioritizing'

/** The places of new jobs in the order: one priority for all, and the i-th, counted from 1, is at `start + step * i`. */
export interface NewPlace {
  readonly priority: number
  readonly start: number
  readonly step: number
}

/** The order of waiting jobs. Jobs that are no longer waiting are left alone. `press`: see `BulkAct`. */
export interface Ordering {
  /** A place behind everything that is waiting, or before it. */
  forNew(count: number, first: boolean): NewPlace
  /** Resolves once it is there. Jobs that are already there stay as they are. */
  place(kind: Movable, id: string, to: Place, press?: number | null): Promise<Placed>
  prioritize(batchId: string, priority: Priority, press?: number | null): Promise<void>
  /**
   * The stored priority that a batch is just being given; null if none is. With the number of a row: the one that this
   * job is being given, which a job queued later isn't.
   */
  priorityUnderWay(batchId: string, row?: number): number | null
}

/**
 * The smallest or largest position among the waiting jobs of a connection, mode and priority: found without reading the
 * others.
 */
const atEnd = (which: 'min' | 'max'): string => `(SELECT ${which}(position) FROM jobs WHERE state = 'queued'
  AND connection_id = connections.id AND jobs.mode = mode.value AND jobs.priority = priority.value)`

export function createOrdering(deps: {
  readonly db: Database
  readonly bulk: Bulk
  readonly commits: Commits
  readonly presses: Pick<Presses, 'isKnown' | 'forgetPlaces'>
  readonly pressRows: Pick<PressRows, 'add'>
}): Ordering {
  const { db } = deps
  const neighbours = createNeighbours(db)
  const move = createMoving({ ...deps, neighbours })
  const prioritizing = createPrioritizing(deps)

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

    async place(kind, id, to, press = null) {
      await move(kind, id, to, press)
      return neighbours.rank(kind, id)
    },

    prioritize: (batchId, priority, press = null) =>
      prioritizing.set(batchId, storedPriority[priority], press),
    priorityUnderWay: prioritizing.underWay,
  }
}
