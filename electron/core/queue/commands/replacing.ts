import { jobRequestSchema, modeSchema } from '@shared/model/draft'
import { jobStateSchema } from '@shared/model/job'
import { z } from 'zod'
import type { Database } from '../../db/database'
import { isBeingCancelled } from '../rows/batchGate'
import { batchName, promptAt } from '../rows/batchName'
import type { ItemStore } from '../rows/itemStore'
import { storedError } from '../rows/jobFields'
import type { JobStore } from '../rows/jobStore'
import type { Enqueuing } from './enqueue'

const newJobSchema = z.object({
  request: jobRequestSchema,
  images: z.number(),
  mode: modeSchema,
  row: z.number().nullable(),
  name: z.string().nullable(),
})

/** One of the two sides of an edit: the jobs that wait while it is the one that counts. */
export const sideSchema = z.object({
  /** Under which they wait, or waited last. */
  ids: z.array(z.string()),
  jobs: z.array(newJobSchema),
  /** Of the job that was edited: the number of its row, and when it was queued. It comes back as old as it was. */
  former: z.object({ row: z.number(), createdAt: z.number() }).nullable(),
  /** What its batch is called with it, if the edit changed that. */
  batchName: z.string().nullable(),
})
export type Side = z.infer<typeof sideSchema>

/** Which rows wait for the user's answer, as `SendQuestion` says. */
export interface AskedRows {
  heldUpTo(connectionId: string): number
  replaced(connectionId: string, row: number, by: number): void
}

/** Where waiting jobs stand that are to be replaced. */
export interface Standing {
  readonly batchId: string
  readonly connectionId: string
  readonly retryOf: string | null
  readonly row: number
  readonly createdAt: number
  readonly priority: number
  readonly position: number
}

/** Puts jobs into the place of others. All of it joins the current transaction. */
export interface Replacing {
  /**
   * Where these jobs stand; null unless all of them wait, on a connection that is still there, and nothing is cancelling
   * them. `untried`: nor may any of them have been tried.
   */
  standing(ids: readonly string[], options: { readonly untried: boolean }): Standing | null
  /**
   * Replaces them, in the same place; what waited for the user's answer still does. Returns the new side with its ids:
   * none was ever used before, but that of a request that was tried and comes back.
   */
  replace(from: Side, to: Side, standing: Standing): Side
  /**
   * A batch that was named by a prompt is named by the one that replaced it, unless its first prompt is named alike.
   * Returns both names; null if it keeps its own.
   */
  nameAnew(
    batchId: string,
    before: string,
    prompt: string,
  ): { readonly from: string; readonly to: string } | null
}

export function createReplacing(deps: {
  readonly db: Database
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly enqueuing: Pick<Enqueuing, 'insert'>
  readonly question: AskedRows
}): Replacing {
  const { db, jobs, items, enqueuing, question } = deps
  const listed = 'IN (SELECT value FROM json_each(:ids))'
  /** Also before this database was put back, as its images show. */
  const wasTried = `(EXISTS (SELECT 1 FROM attempts WHERE attempts.job_id = jobs.id)
    OR EXISTS (SELECT 1 FROM images WHERE images.job_id = jobs.id))`

  /** Jobs that were never tried leave no trace; one that was tried stays in the ledger, as cancelled. */
  function retire(ids: readonly string[]): void {
    const those = { ids: JSON.stringify(ids) }
    for (const { id } of db.all<{ id: string }>(
      `SELECT id FROM jobs WHERE id ${listed} AND ${wasTried}`,
      those,
    )) {
      items.abandon(id)
      jobs.move(jobs.need(id), 'cancelled', { error: null, notBefore: null })
    }
    const untried = `SELECT id FROM jobs WHERE id ${listed} AND NOT ${wasTried}`
    db.run(`DELETE FROM items WHERE job_id IN (${untried})`, those)
    db.run(`DELETE FROM jobs WHERE id IN (${untried})`, those)
  }

  /**
   * A request that was tried comes back from the ledger itself: if the service has it, it recognises it by its id, and no id
   * ever stands for two bodies. Null if it wasn't.
   */
  function comeBack({ ids: [id = ''] }: Side, { priority, position }: Standing): readonly string[] | null {
    const tried = db.get<{ error: string | null }>(
      `SELECT (SELECT error_json FROM attempts WHERE job_id = :id ORDER BY number DESC LIMIT 1) AS error
       FROM jobs WHERE id = :id AND state = 'cancelled' AND ${wasTried}`,
      { id },
    )
    if (tried === undefined) return null
    items.expectAgain(id)
    jobs.move(jobs.need(id), 'broughtBack', { error: storedError(tried.error) })
    db.run('UPDATE jobs SET priority = :priority, position = :position WHERE id = :id', {
      id,
      priority,
      position,
    })
    return [id]
  }

  /**
   * What stays in the ledger makes room for the job that comes back. Returns the number of its row; null, for a new one, if
   * another job was queued under it.
   */
  function makeRoom({ row }: { readonly row: number }): number | null {
    db.run(
      `UPDATE jobs SET rowid = (SELECT max(rowid) + 1 FROM jobs) WHERE rowid = :row AND state = 'cancelled'`,
      { row },
    )
    return db.get('SELECT 1 FROM jobs WHERE rowid = :row', { row }) === undefined ? row : null
  }

  const lastRow = (ids: readonly string[]): number =>
    db.get<{ row: number }>(`SELECT max(rowid) AS row FROM jobs WHERE id ${listed}`, {
      ids: JSON.stringify(ids),
    })?.row ?? 0

  function rename(batchId: string, from: string, to: string): void {
    db.run('UPDATE batches SET name = :to WHERE id = :batchId AND name = :from', { batchId, from, to })
  }

  return {
    standing(ids, { untried }) {
      const found = db.all<Standing>(
        `SELECT batch_id AS batchId, connection_id AS connectionId, retry_of AS retryOf, rowid AS row,
           created_at AS createdAt, priority, position
         FROM jobs WHERE id ${listed} AND +state = 'queued' AND NOT ${isBeingCancelled}
           AND connection_id IN (SELECT id FROM connections WHERE archived_at IS NULL)
           AND NOT (:untried AND ${wasTried})
         ORDER BY priority DESC, position, id`,
        { ids: JSON.stringify(ids), untried: Number(untried) },
      )
      return found.length === ids.length ? (found[0] ?? null) : null
    },

    replace(from, to, standing) {
      const { batchId, connectionId, retryOf, priority, position } = standing
      const { jobs: newJobs, former } = to
      const back = former === null ? null : comeBack(to, standing)
      const row = former === null || back !== null ? null : makeRoom(former)
      const place = { priority, start: position, step: 0 }
      const isAsked = standing.row <= question.heldUpTo(connectionId)
      const createdAt = former?.createdAt ?? (isAsked ? standing.createdAt : null)
      const age = createdAt === null ? null : { row, createdAt }
      const ids = back ?? enqueuing.insert({ batchId, connectionId, retryOf, former: age }, newJobs, place)
      if (isAsked) question.replaced(connectionId, standing.row, lastRow(ids))
      retire(from.ids)
      if (from.batchName !== null && to.batchName !== null) rename(batchId, from.batchName, to.batchName)
      return { ...to, ids: [...ids] }
    },

    nameAnew(batchId, before, prompt) {
      const kept = jobStateSchema.options.filter((state) => state !== 'cancelled')
      const batch = db.get<{ name: string; first: string | null }>(
        `SELECT name, ${promptAt('min', ':batchId', kept)} AS first FROM batches WHERE id = :batchId`,
        { batchId },
      )
      if (batch?.name !== batchName(before) || batchName(batch.first ?? '') === batch.name) return null
      const to = batchName(prompt)
      rename(batchId, batch.name, to)
      return { from: batch.name, to }
    },
  }
}
