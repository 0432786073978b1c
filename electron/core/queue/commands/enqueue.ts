import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import { costToWrite, planExpansion } from '@shared/model/draftExpansion'
import { askedImages } from '@shared/model/job'
import { partCost } from '@shared/model/partSizes'
import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import { batchName } from '../rows/batchName'
import type { Commits } from '../rows/commits'
import type { StoredJob } from '../rows/jobFields'
import type { PressRows } from '../rows/pressRows'
import type { BatchWriting } from './batchWriting'
import type { EnqueueResult, InsertJobs, NewJob, Origin } from './jobInsertion'
import type { NewPlace, Ordering } from './ordering'

/** Jobs removed in one go. */
const removedAtOnce = 100

/** Puts jobs into the queue. */
export interface Enqueuing {
  /**
   * One batch with every prompt that a draft stands for, durable in one transaction before it returns. Throws
   * AppFailure as `expansionProblem` says.
   */
  draft(connection: Connection, draft: TemplateDraft, options: { readonly first: boolean }): EnqueueResult
  /**
   * The same for a draft that stands for very much text: written in parts, so that none takes long; none of them is
   * sent or shown before the last. Resolves once it is durable.
   */
  draftInParts(
    connection: Connection,
    draft: TemplateDraft,
    options: { readonly first: boolean },
  ): Promise<EnqueueResult>
  /** The images a job didn't yield, as a new job of the same batch with a new id: a new paid request. */
  retry(job: StoredJob, missing: number): void
  /** Adds jobs of a batch at a known place. Returns their ids. */
  insert(origin: Origin, jobs: readonly NewJob[], place: NewPlace): readonly string[]
}

export function createEnqueuing(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
  readonly ordering: Pick<Ordering, 'forNew'>
  readonly insertJobs: InsertJobs
  readonly pressRows: Pick<PressRows, 'queuedAnew'>
  readonly batchWriting: BatchWriting
  readonly guard: Pick<Guard, 'run'>
  /** The database is closed. */
  readonly hasEnded: () => boolean
}): Enqueuing {
  const { db, clock, commits, ordering, insertJobs, pressRows, batchWriting, guard, hasEnded } = deps

  function insert(origin: Origin, jobs: readonly NewJob[], place: NewPlace): readonly string[] {
    const ids = insertJobs(origin, jobs, place)
    commits.batchChanged(origin.batchId)
    return ids
  }

  /** After a refusal; the next start removes what a kill leaves. */
  async function removeUnfinished(id: string): Promise<void> {
    while (!batchWriting.removeSome(id, removedAtOnce)) await nextTurn()
  }

  async function writeInParts(
    { id: connectionId }: Connection,
    jobs: readonly NewJob[],
    { first }: { readonly first: boolean },
  ): Promise<EnqueueResult> {
    if (hasEnded()) throw new AppFailure(appError('quitting'))
    const id = newId(clock.now())
    const batch = batchWriting.begin({ id, connectionId, jobs: jobs.length, first })
    try {
      for (const part of partsOf(jobs)) {
        await nextTurn()
        if (hasEnded()) throw new AppFailure(appError('quitting'))
        db.transaction(() => batch.add(part))
      }
      return batch.finish(nameOf(jobs))
    } catch (problem) {
      // The next start does it otherwise.
      if (!hasEnded()) await guard.run(() => removeUnfinished(id))
      throw problem
    }
  }

  function priorityOf(id: string): number {
    return db.get<{ priority: number }>('SELECT priority FROM jobs WHERE id = :id', { id })?.priority ?? 0
  }

  return {
    insert,

    draft(connection, draft, { first }) {
      const jobs = jobsOf(draft, connection)
      const now = clock.now()
      const batchId = newId(now)
      const name = nameOf(jobs)
      db.transaction(() => {
        db.run(
          `INSERT INTO batches (id, connection_id, name, created_at, sendable_at)
           VALUES (:batchId, :connectionId, :name, :now, :now)`,
          { batchId, connectionId: connection.id, name, now },
        )
        const place = ordering.forNew(jobs.length, first)
        insert({ batchId, connectionId: connection.id, retryOf: null }, jobs, place)
        pressRows.queuedAnew(connection.id, jobs)
      })
      const images = jobs.reduce((sum, job) => sum + job.images, 0)
      return { batchId, name, jobs: jobs.length, images }
    },

    draftInParts: async (connection, draft, options) => {
      const jobs = jobsOf(draft, connection)
      return batchWriting.alone(() => writeInParts(connection, jobs, options))
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

function jobsOf(draft: TemplateDraft, connection: Connection): readonly NewJob[] {
  return planExpansion(draft, connection).map((request) => ({
    ...request,
    mode: draft.mode,
    row: null,
    name: null,
  }))
}

/** A batch is named by the first of its prompts. */
const nameOf = ([first]: readonly NewJob[]): string => batchName(first?.request.prompt ?? '')

/** In their order; each has at least one job. */
function* partsOf(jobs: readonly NewJob[]): Generator<readonly NewJob[]> {
  let part: NewJob[] = []
  let cost = 0
  for (const job of jobs) {
    const more = costToWrite(job.request)
    if (part.length > 0 && cost + more > partCost) {
      yield part
      part = []
      cost = 0
    }
    part.push(job)
    cost += more
  }
  if (part.length > 0) yield part
}
