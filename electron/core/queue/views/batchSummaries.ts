import type { BatchList, BatchSummary } from '@shared/model/batch'
import { noBatchCost } from '@shared/model/cost'
import type { JobStage } from '@shared/model/job'
import type { Changes } from '../../changes'
import type { Database } from '../../db/database'
import { folded } from '../../db/folded'
import { batchName, promptAt } from '../rows/batchName'
import type { Costs } from '../rows/costs'

/** Which batches to read, from the newest. */
export interface BatchWindow {
  /** Words that must all appear in the name, whatever the case; empty for all. */
  readonly text: string
  readonly offset: number
  readonly limit: number
}

/** Batches and their progress, read from the counts of their jobs. */
export interface BatchSummaries {
  /** Those that exist, by id. */
  read(ids: readonly string[]): ReadonlyMap<string, BatchSummary>
  /** Those that are completely queued. */
  list(window: BatchWindow): BatchList
}

interface SummaryRow extends Omit<BatchSummary, 'paused' | 'fromTable' | 'more' | 'cost'> {
  readonly paused: number
  readonly fromTable: number
}

const whole = 'FROM batches WHERE sendable_at IS NOT NULL'
const newest = 'ORDER BY created_at DESC, id DESC'

const jobsIn = (...stages: readonly JobStage[]): string =>
  `coalesce(sum(jobs) FILTER (WHERE stage IN (${stages.map((stage) => `'${stage}'`).join(', ')})), 0)`

export function createBatchSummaries(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly costs: Pick<Costs, 'ofBatches'>
}): BatchSummaries {
  const { db, changes, costs } = deps

  /** Those that still have the name they got from a prompt. The first of them may have been edited, and stand last. */
  function namedByPrompt(batches: readonly { readonly id: string }[]): ReadonlySet<string> {
    const prompts = db.all<{ id: string; name: string; first: string | null; last: string | null }>(
      `SELECT id, name, ${promptAt('min', 'batches.id')} AS first, ${promptAt('max', 'batches.id')} AS last
       FROM batches WHERE id IN (SELECT value FROM json_each(:ids))`,
      { ids: JSON.stringify(batches.map(({ id }) => id)) },
    )
    return new Set(
      prompts
        .filter(({ name, first, last }) => [first, last].some((prompt) => batchName(prompt ?? '') === name))
        .map(({ id }) => id),
    )
  }

  function read(ids: readonly string[]): ReadonlyMap<string, BatchSummary> {
    const rows = db.all<SummaryRow>(
      `SELECT batches.id, batches.name, batches.connection_id AS connectionId, batches.created_at AS createdAt,
         batches.paused, EXISTS (SELECT 1 FROM batch_tables WHERE batch_id = batches.id) AS fromTable,
         coalesce(sum(jobs), 0) AS jobs,
         ${jobsIn('waiting')} AS waiting,
         ${jobsIn('running')} AS running,
         ${jobsIn('stopped')} AS stopped,
         ${jobsIn('needsYou')} AS needsYou,
         ${jobsIn('done')} AS done,
         ${jobsIn('failed', 'settled')} AS failed,
         ${jobsIn('cancelled')} AS cancelled,
         iif(connections.archived_at IS NULL, ${jobsIn('failed')}, 0) AS retriable
       FROM batches JOIN connections ON connections.id = batches.connection_id
         LEFT JOIN job_counts ON job_counts.batch_id = batches.id AND NOT retried
       WHERE batches.id IN (SELECT value FROM json_each(:ids)) GROUP BY batches.id`,
      { ids: JSON.stringify(ids) },
    )
    const unnamed = namedByPrompt(rows.filter(({ jobs }) => jobs > 1))
    const sums = costs.ofBatches(rows.map(({ id }) => id))
    return new Map(
      rows.map((row) => [
        row.id,
        {
          ...row,
          paused: row.paused === 1,
          fromTable: row.fromTable === 1,
          more: unnamed.has(row.id) ? row.jobs - 1 : 0,
          cost: sums.get(row.id) ?? noBatchCost,
        },
      ]),
    )
  }

  /** Ids of one window, newest first, and how many there are in all. */
  function window({ offset, limit }: Omit<BatchWindow, 'text'>) {
    const total = db.get<{ count: number }>(`SELECT count(*) AS count ${whole}`)?.count ?? 0
    const rows = db.all<{ id: string }>(`SELECT id ${whole} ${newest} LIMIT :limit OFFSET :offset`, {
      limit,
      offset,
    })
    return { total, ids: rows.map(({ id }) => id) }
  }

  /** The same for batches whose names contain every word. */
  function search(words: readonly string[], { offset, limit }: Omit<BatchWindow, 'text'>) {
    const found = db
      .all<{ id: string; name: string }>(`SELECT id, name ${whole} ${newest}`)
      .filter(({ name }) => {
        const text = folded(name)
        return words.every((word) => text.includes(word))
      })
    return { total: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) }
  }

  return {
    read,
    list({ text, ...wanted }) {
      const words = folded(text)
        .split(/\s+/)
        .filter((word) => word !== '')
      const { total, ids } = words.length === 0 ? window(wanted) : search(words, wanted)
      const summaries = read(ids)
      return {
        revision: changes.revision('queue'),
        total,
        rows: ids.flatMap((id) => summaries.get(id) ?? []),
      }
    },
  }
}
