import type { JobAction } from '@shared/model/job'
import type { JobSet } from '@shared/model/jobSet'
import type { QueueRow } from './queueRows'

/** Several jobs to act on: some by id, others by what they have in common. */
export interface Choice {
  readonly ids: readonly string[]
  readonly sets: readonly JobSet[]
  /** As shown to the user. */
  readonly count: number
}

/** All of these rows that allow the action. */
export function choiceOf(rows: readonly QueueRow[], action: JobAction): Choice {
  const fitting = rows.filter((row) => actionsOf(row).includes(action))
  return {
    ids: fitting.flatMap((row) => (row.kind === 'job' ? [row.job.id] : [])),
    sets: fitting.flatMap((row) => (row.kind === 'fold' ? [row.fold.jobs] : [])),
    count: fitting.reduce((sum, row) => sum + (row.kind === 'job' ? 1 : row.fold.count), 0),
  }
}

/**
 * The actions on a row, most likely first; for a fold, those that any of its jobs allows. Running jobs of a fold can't
 * be given up together, because some may be saved at any moment.
 */
export function actionsOf(row: QueueRow): readonly JobAction[] {
  if (row.kind === 'job') return row.job.actions
  const actions = new Set(row.jobs.flatMap((job) => job.actions))
  if (row.fold.jobs.set === 'running' || row.fold.jobs.set === 'stopped') actions.delete('giveUp')
  return [...actions]
}
