import { type InBatch, type Job, jobStateSchema } from '@shared/model/job'
import { differingPart, type SharedWords, sharedPhrase, sharedWords } from '@shared/model/promptDifference'
import type { Database, SqlParams } from '../../db/database'
import type { ItemStore } from '../rows/itemStore'
import { readShownJobs } from '../rows/shownJob'

/** A job of a batch, by its prompt. */
interface Some {
  readonly id: string
  readonly prompt: string
}

/**
 * Jobs as the window sees them, each told from the others of its batch. What these share is read once from some of
 * them: rows at the start, in the middle and at the end. Other prompts may share less, so they show more words.
 */
export interface JobsInBatch {
  /** `which`: what follows `selectJobs`. */
  read(which: string, params: SqlParams): Job[]
  of(batchId: string, job: Some): InBatch | null
  /** Null also if there is no such job. */
  find(id: string): InBatch | null
}

/** The numbers of the first and the last row of a batch. */
interface Ends {
  readonly first: number
  readonly last: number
}

interface Batch {
  readonly shared: SharedWords
  readonly about: string
  /** Its jobs in the order they were queued, if all prompts are the same and there are only a few. */
  readonly ids: readonly string[] | null
}

/** Rows that are looked at in each of the three places. */
const rowsLookedAt = 64
/** Prompts with more characters than this are shown whole. */
const charactersMaximum = 4_000
/** How many are kept in memory. */
const batchesKept = 1_000
const jobsKept = 5_000

const nothingShared: Batch = { shared: [], about: '', ids: null }

export function createJobsInBatch(deps: {
  readonly db: Database
  readonly items: Pick<ItemStore, 'ofMany'>
}): JobsInBatch {
  const { db } = deps
  const batches = new Map<string, Batch>()
  // A request never changes: one that is edited is queued under a new id.
  const jobs = new Map<string, InBatch | null>()

  /** The rows of the first and last of its jobs, found without the others. */
  function ends(batchId: string): Ends | null {
    const end = (order: 'ASC' | 'DESC') =>
      `(SELECT rowid FROM jobs INDEXED BY jobs_batch WHERE batch_id = :batchId AND state = states.value
        ORDER BY rowid ${order} LIMIT 1)`
    const { first, last } = db.get<{ first: number | null; last: number | null }>(
      `SELECT min(${end('ASC')}) AS first, max(${end('DESC')}) AS last FROM json_each(:states) AS states`,
      { batchId, states: JSON.stringify(jobStateSchema.options) },
    ) ?? { first: null, last: null }
    return first === null || last === null || first === last ? null : { first, last }
  }

  function someBetween({ first, last }: Ends, batchId: string): readonly Some[] {
    const starts = [first, Math.floor((first + last - rowsLookedAt) / 2), last - rowsLookedAt + 1]
    return db.all<Some>(
      `SELECT DISTINCT jobs.id, coalesce(substr(request_json ->> 'prompt', 1, ${charactersMaximum + 1}), '') AS prompt
       FROM json_each(:starts) AS starts JOIN jobs NOT INDEXED
         ON jobs.rowid >= starts.value AND jobs.rowid < starts.value + ${rowsLookedAt}
       WHERE batch_id = :batchId AND NOT retried ORDER BY jobs.rowid`,
      { batchId, starts: JSON.stringify(starts) },
    )
  }

  function look(batchId: string): Batch {
    const rows = ends(batchId)
    const some = rows === null ? [] : someBetween(rows, batchId)
    const [first] = some
    if (rows === null || first === undefined || some.length < 2) return nothingShared
    if (some.some(({ prompt }) => prompt.length > charactersMaximum)) return nothingShared
    const shared = sharedWords(some.map(({ prompt }) => prompt))
    const isOne = some.every(({ prompt }) => prompt === first.prompt)
    return {
      shared,
      about: sharedPhrase(first.prompt, shared),
      // In a longer batch there are others between those that were looked at.
      ids: isOne && rows.last - rows.first < rowsLookedAt ? some.map(({ id }) => id) : null,
    }
  }

  function batchOf(batchId: string, jobId: string): Batch {
    const known = batches.get(batchId)
    // What was queued since is not among its places.
    if (known !== undefined && (known.ids === null || known.ids.includes(jobId))) return known
    const batch = look(batchId)
    if (batches.size >= batchesKept) batches.clear()
    batches.set(batchId, batch)
    return batch
  }

  function found(batchId: string, { id, prompt }: Some) {
    const { shared, about, ids } = batchOf(batchId, id)
    if (shared.length === 0 || prompt.length > charactersMaximum) return null
    const at = ids?.indexOf(id) ?? -1
    const place = ids === null || at === -1 ? null : { at: at + 1, of: ids.length }
    return { about, differs: differingPart(prompt, shared), place }
  }

  function of(batchId: string, job: Some): InBatch | null {
    const known = jobs.get(job.id)
    if (known !== undefined) return known
    const inBatch = found(batchId, job)
    if (jobs.size >= jobsKept) jobs.clear()
    jobs.set(job.id, inBatch)
    return inBatch
  }

  return {
    of,
    find(id) {
      const job = db.get<{ batchId: string; prompt: string }>(
        `SELECT batch_id AS batchId,
           coalesce(substr(request_json ->> 'prompt', 1, ${charactersMaximum + 1}), '') AS prompt
         FROM jobs WHERE id = :id`,
        { id },
      )
      return job === undefined ? null : of(job.batchId, { id, prompt: job.prompt })
    },
    read: (which, params) =>
      readShownJobs(deps, which, params).map((job) => ({
        ...job,
        inBatch: of(job.batchId, { id: job.id, prompt: job.request.prompt }),
      })),
  }
}
