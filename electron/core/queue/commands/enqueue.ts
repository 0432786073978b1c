import type { Connection } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import { planExpansion } from '@shared/model/draftExpansion'
import { askedImages } from '@shared/model/job'
import type { Database } from '../../db/database'
import { textColumn } from '../../db/textColumn'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import type { Commits } from '../rows/commits'
import type { StoredJob } from '../rows/jobFields'
import type { InsertJobs, NewJob, Origin } from './jobInsertion'
import type { NewPlace, Ordering } from './ordering'

const nameLength = 40

export interface EnqueueResult {
  readonly batchId: string
  readonly name: string
  readonly jobs: number
  readonly images: number
}

/** Puts jobs into the queue. */
export interface Enqueuing {
  /**
   * One batch with every prompt that a draft stands for, durable in one transaction before it returns. Throws
   * AppFailure as `expansionProblem` says.
   */
  draft(connection: Connection, draft: TemplateDraft, options: { readonly first: boolean }): EnqueueResult
  /** The images a job didn't yield, as a new job of the same batch with a new id: a new paid request. */
  retry(job: StoredJob, missing: number): void
  /** Adds jobs of a batch at a known place. Returns the id of the first. */
  insert(origin: Origin, jobs: readonly NewJob[], place: NewPlace): string
}

export function createEnqueuing(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
  readonly ordering: Pick<Ordering, 'forNew'>
  readonly insertJobs: InsertJobs
}): Enqueuing {
  const { db, clock, commits, ordering, insertJobs } = deps

  function insert(origin: Origin, jobs: readonly NewJob[], place: NewPlace): string {
    const first = insertJobs(origin, jobs, place)
    commits.batchChanged(origin.batchId)
    return first
  }

  function priorityOf(id: string): number {
    return db.get<{ priority: number }>('SELECT priority FROM jobs WHERE id = :id', { id })?.priority ?? 0
  }

  return {
    insert,

    draft(connection, draft, { first }) {
      const requests = planExpansion(draft, connection)
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
        const jobs = requests.map((request) => ({ ...request, mode: draft.mode, row: null, name: null }))
        insert({ batchId, connectionId: connection.id, retryOf: null }, jobs, place)
      })
      const images = requests.reduce((sum, request) => sum + request.images, 0)
      return { batchId, name, jobs: requests.length, images }
    },

    retry(job, missing) {
      const { batchId, connectionId, mode, request, row, name } = job
      // A request without a number has no expected count, so it is repeated unchanged.
      const planned =
        request.n === undefined
          ? { request, images: askedImages(request) }
          : { request: { ...request, n: missing }, images: missing }
      insert({ batchId, connectionId, retryOf: job.id }, [{ ...planned, mode, row, name }], {
        ...ordering.forNew(1, false),
        priority: priorityOf(job.id),
      })
    },
  }
}

/** The first words of a prompt, at most 40 characters, with `…` right after them if there are more. */
export function batchName(prompt: string): string {
  const words = textColumn(prompt).trim().split(/\s+/)
  let name = ''
  for (const word of words) {
    const longer = name === '' ? word : `${name} ${word}`
    if ([...longer].length > nameLength) break
    name = longer
  }
  if (name === '') name = [...(words[0] ?? '')].slice(0, nameLength).join('')
  return name === words.join(' ') ? name : `${name.replace(/[,;:.]+$/, '')}…`
}
