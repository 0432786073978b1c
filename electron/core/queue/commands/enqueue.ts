import type { Connection } from '@shared/model/connection'
import { type Mode, type PlannedRequest, planRequests, type SendableDraft } from '@shared/model/draft'
import type { Database } from '../../db/database'
import { textColumn } from '../../db/textColumn'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import type { EnqueueResult } from '../queue'
import type { CommitWatch } from '../rows/commitWatch'
import type { StoredJob } from '../rows/jobStore'
import type { NewPlace, Ordering } from './ordering'

const nameLength = 40

/** Puts jobs into the queue. */
export interface Enqueuing {
  /** One batch of one draft, durable in one transaction before it returns. */
  draft(connection: Connection, draft: SendableDraft, options: { readonly first: boolean }): EnqueueResult
  /** What a job did not yield, as a new job of the same batch, under a new id: a new paid request. */
  retry(job: StoredJob, missing: number): void
  /** What a draft asks for, as jobs of a batch at a place that is known. Returns the id of the first. */
  insert(origin: Origin, planned: readonly PlannedRequest[], place: NewPlace): string
}

/** What new jobs have in common. */
export interface Origin {
  readonly batchId: string
  readonly connectionId: string
  readonly mode: Mode
  readonly retryOf: string | null
}

export function createEnqueuing(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly watch: CommitWatch
  readonly ordering: Pick<Ordering, 'forNew'>
}): Enqueuing {
  const { db, clock, watch, ordering } = deps

  /** All rows by two statements: a thousand jobs take a moment, not a second. */
  function insert(origin: Origin, planned: readonly PlannedRequest[], place: NewPlace): string {
    const now = clock.now()
    const jobs = planned.map(({ request, images }, at) => ({
      id: newId(now),
      position: place.start + place.step * (at + 1),
      request: JSON.stringify(request),
      images,
    }))
    const items = jobs.flatMap(({ id, images }) =>
      Array.from({ length: images }, (_, position) => [id, position]),
    )
    db.run(
      `INSERT INTO jobs
         (id, batch_id, connection_id, priority, position, mode, request_json, images, state, retry_of, created_at)
       SELECT value ->> 'id', :batchId, :connectionId, :priority, value ->> 'position', :mode,
         value ->> 'request', value ->> 'images', 'queued', :retryOf, :now
       FROM json_each(:jobs)`,
      { ...origin, priority: place.priority, now, jobs: JSON.stringify(jobs) },
    )
    db.run(
      `INSERT INTO items (job_id, position, state)
       SELECT value ->> 0, value ->> 1, 'pending' FROM json_each(:items)`,
      { items: JSON.stringify(items) },
    )
    watch.batch(origin.batchId)
    return jobs[0]?.id ?? ''
  }

  function priorityOf(id: string): number {
    return db.get<{ priority: number }>('SELECT priority FROM jobs WHERE id = :id', { id })?.priority ?? 0
  }

  return {
    insert,

    draft(connection, draft, { first }) {
      const requests = planRequests(draft, connection)
      const now = clock.now()
      const batchId = newId(now)
      const name = batchName(draft.prompt)
      db.transaction(() => {
        db.run(
          `INSERT INTO batches (id, connection_id, name, created_at, sendable_at)
           VALUES (:batchId, :connectionId, :name, :now, :now)`,
          { batchId, connectionId: connection.id, name, now },
        )
        const place = ordering.forNew(requests.length, first)
        insert({ batchId, connectionId: connection.id, mode: draft.mode, retryOf: null }, requests, place)
      })
      const images = requests.reduce((sum, request) => sum + request.images, 0)
      return { batchId, name, jobs: requests.length, images }
    },

    retry(job, missing) {
      const { batchId, connectionId, mode, request } = job
      // A request that named no number yields what it yields: it is asked again as it was.
      const planned =
        request.n === undefined
          ? { request, images: job.images }
          : { request: { ...request, n: missing }, images: missing }
      insert({ batchId, connectionId, mode, retryOf: job.id }, [planned], {
        ...ordering.forNew(1, false),
        priority: priorityOf(job.id),
      })
    },
  }
}

/** The first words of a prompt, at most 40 characters of them, and `…` when there are more. */
export function batchName(prompt: string): string {
  const words = textColumn(prompt).trim().split(/\s+/)
  let name = ''
  for (const word of words) {
    const longer = name === '' ? word : `${name} ${word}`
    if ([...longer].length > nameLength) break
    name = longer
  }
  if (name === '') name = [...(words[0] ?? '')].slice(0, nameLength).join('')
  return name === words.join(' ') ? name : `${name}…`
}
