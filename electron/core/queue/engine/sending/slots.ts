import type { Connection } from '@shared/model/connection'
import type { Mode } from '@shared/model/draft'
import type { Database } from '../../../db/database'
import { states } from '../../../jobMachine'
import type { Clock } from '../../../ports'
import type { ConnectionPaces } from '../pace/connectionPace'
import { overdueAfterMs } from '../polling/pollPace'
import type { TaskDurations } from '../polling/taskDurations'

/** Background requests without an answer yet: the most a kill can leave uncertain. They are short. */
const unansweredAtOnce = 4
/** Tasks that may be overdue, outside the slots, in multiples of the slots. */
const overdueShare = 3

/** A request without an answer or a task at work: not one that has ended except for entries that may still come. */
const isInFlight = `state IN ${states.inFlight} AND NOT waiting_stopped AND final_at IS NULL`

/** How much more may be in flight. */
export interface Slots {
  /** Requests of a mode that fit; zero or less if none does. */
  room(connection: Connection, mode: Mode): number
  /** Requests of both modes that fit since the service reported too many; infinite if it didn't. */
  roomAfterLimit(connection: Connection): number
}

export function createSlots(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly durations: TaskDurations
  readonly paces: ConnectionPaces
}): Slots {
  const { db, clock, durations, paces } = deps

  /**
   * Overdue tasks, which no longer count against the slots. One sent equally far in the future was sent before the
   * clock was set back.
   */
  function overdueTasks(connectionId: string, mode: Mode): number {
    const overdueAfter = (model: string) => overdueAfterMs(durations.of({ connectionId, model, mode }))
    const known = durations.models(connectionId, mode)
    const soonest = Math.min(overdueAfterMs([]), ...known.map(overdueAfter))
    const old = db.all<{ model: string; sentAt: number }>(
      `SELECT request_json ->> 'model' AS model, sent_at AS sentAt FROM jobs
       WHERE state = 'running' AND NOT waiting_stopped AND final_at IS NULL
         AND connection_id = :connectionId AND mode = :mode AND sent_at NOT BETWEEN :now - :soonest AND :now + :soonest`,
      { connectionId, mode, now: clock.now(), soonest },
    )
    return old.filter(({ model, sentAt }) => Math.abs(clock.now() - sentAt) >= overdueAfter(model)).length
  }

  return {
    room(connection, mode) {
      const { sending, inFlight } = db.get<{ sending: number; inFlight: number }>(
        `SELECT count(*) FILTER (WHERE state = 'sending') AS sending, count(*) AS inFlight
         FROM jobs WHERE ${isInFlight} AND connection_id = :id AND mode = :mode`,
        { id: connection.id, mode },
      ) ?? { sending: 0, inFlight: 0 }
      const overdue = overdueTasks(connection.id, mode)
      const active = inFlight - overdue
      if (mode === 'direct') return connection.directSlots - active
      const slots = connection.backgroundSlots
      return overdue >= overdueShare * slots ? 0 : Math.min(slots - active, unansweredAtOnce - sending)
    },

    roomAfterLimit({ id, directSlots, backgroundSlots }) {
      const limit = paces.of(id).inFlightLimit(directSlots + backgroundSlots)
      return limit === Number.POSITIVE_INFINITY ? limit : limit - inFlightOf(db, id)
    },
  }
}

/** Requests and tasks of a connection in flight. */
export function inFlightOf(db: Database, connectionId: string): number {
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM jobs WHERE ${isInFlight} AND connection_id = :connectionId`,
    { connectionId },
  )
  return row?.count ?? 0
}
