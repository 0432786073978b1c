import type { Mode, PlannedRequest } from '@shared/model/draft'
import type { Database } from '../../db/database'
import { textColumn } from '../../db/textColumn'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import type { NewPlace } from './ordering'

/** A job to be queued. */
export interface NewJob extends PlannedRequest {
  readonly mode: Mode
  /** The row of its batch's table it was made from, 1-based; null if there is none. */
  readonly row: number | null
  /** The user's name for it. */
  readonly name: string | null
}

/** A batch that was queued. */
export interface EnqueueResult {
  readonly batchId: string
  readonly name: string
  readonly jobs: number
  readonly images: number
}

/** What jobs that are inserted together have in common. */
export interface Origin {
  readonly batchId: string
  readonly connectionId: string
  readonly retryOf: string | null
  /**
   * Jobs that are as old as the one they replace: when it was queued, and the number of its row if it is the very one that
   * comes back. Default null.
   */
  readonly former?: { readonly row: number | null; readonly createdAt: number } | null
}

/** Writes jobs of a batch, each at its own place, with their expected items. Returns their ids. */
export type InsertJobs = (origin: Origin, jobs: readonly NewJob[], place: NewPlace) => readonly string[]

/** Inserts all rows with two statements: a thousand jobs take a moment, not a second. */
export function createInsertJobs({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): InsertJobs {
  return ({ former = null, ...origin }, newJobs, place) => {
    const now = clock.now()
    const jobs = newJobs.map(({ request, name, ...job }, at) => ({
      ...job,
      id: newId(now),
      name: name === null ? null : textColumn(name),
      position: place.start + place.step * (at + 1),
      request: JSON.stringify(request),
    }))
    const items = jobs.flatMap(({ id, images }) =>
      Array.from({ length: images }, (_, position) => [id, position]),
    )
    db.run(
      `INSERT INTO jobs (rowid, id, batch_id, connection_id, priority, position, mode, request_json, images, state, retry_of,
         row, name, created_at)
       SELECT :former, value ->> 'id', :batchId, :connectionId, :priority, value ->> 'position', value ->> 'mode',
         value ->> 'request', value ->> 'images', 'queued', :retryOf, value ->> 'row', value ->> 'name', :createdAt
       FROM json_each(:jobs)`,
      {
        ...origin,
        former: former?.row ?? null,
        createdAt: former?.createdAt ?? now,
        priority: place.priority,
        jobs: JSON.stringify(jobs),
      },
    )
    db.run(
      `INSERT INTO items (job_id, position, state)
       SELECT value ->> 0, value ->> 1, 'pending' FROM json_each(:items)`,
      { items: JSON.stringify(items) },
    )
    return jobs.map(({ id }) => id)
  }
}
