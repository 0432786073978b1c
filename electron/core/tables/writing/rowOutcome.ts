import type { AppError } from '@shared/errors'
import type { ItemState, JobState } from '@shared/model/job'
import type { ResultColumn } from '@shared/model/tableGuard'

/** A job of a row, as far as the row tells of it. */
export interface RowJob {
  readonly state: JobState
  readonly taskId: string | null
  readonly error: AppError | null
  readonly attention: AppError | null
  /** Another job was made of what this one did not yield. */
  readonly retried: boolean
  readonly items: readonly RowItem[]
}

export interface RowItem {
  readonly state: ItemState
  readonly revisedPrompt: string | null
  readonly imageId: string | null
  readonly error: AppError | null
}

/** In the order a sum names them. */
const words = ['done', 'failed', 'needs you', 'running', 'waiting', 'cancelled'] as const
type Word = (typeof words)[number]

/** Between several of a row: can't occur in a file name of ours, nor in a path of Windows. */
const separator = ' | '

/** What became of a row, by result column. What was asked for again counts with the job that asks for it. */
export function rowOutcome(
  given: readonly RowJob[],
  texts: {
    /** Where an image is; null when it is there no longer. */
    readonly path: (imageId: string) => string | null
    readonly error: (error: AppError) => string
  },
): Readonly<Record<ResultColumn, string>> {
  const jobs = given.map(withoutRetried).filter(({ items }) => items.length > 0)
  const items = jobs.flatMap((job) => job.items)
  const errors = jobs.flatMap((job) => [job.attention, job.error, ...job.items.map(({ error }) => error)])
  return {
    status: statusOf(jobs),
    file: joined(items.map(({ imageId }) => (imageId === null ? null : texts.path(imageId)))),
    revised_prompt: joined(items.map(({ revisedPrompt }) => revisedPrompt)),
    error: joined(errors.map((error) => (error === null ? null : texts.error(error)))),
    task_id: joined(jobs.map(({ taskId }) => taskId)),
  }
}

function withoutRetried(job: RowJob): RowJob {
  if (!job.retried) return job
  const saved = job.items.filter(({ state }) => state === 'saved')
  return { ...job, error: null, attention: null, items: saved }
}

/** One word when all images are alike, else a sum: `3 of 4 done, 1 failed`. */
function statusOf(jobs: readonly RowJob[]): string {
  const found = jobs.flatMap((job) => job.items.map((item) => wordOf(job, item)))
  const counts = words.map((word) => ({ word, count: found.filter((one) => one === word).length }))
  const [alike] = found
  if (alike === undefined) return 'not queued'
  if (found.every((word) => word === alike)) return alike
  const [done, ...others] = counts
  const rest = others.filter(({ count }) => count > 0).map(({ word, count }) => `${count} ${word}`)
  return [`${done?.count} of ${found.length} done`, ...rest].join(', ')
}

function wordOf({ state, attention }: RowJob, item: RowItem): Word {
  if (item.state === 'saved') return 'done'
  switch (state) {
    case 'queued':
      return 'waiting'
    case 'sending':
    case 'running':
    case 'saving':
      if (item.state === 'failed' || item.state === 'expired') return 'failed'
      return attention === null ? 'running' : 'needs you'
    case 'uncertain':
      return 'needs you'
    case 'cancelled':
      return 'cancelled'
    case 'done':
    case 'failed':
      return 'failed'
  }
}

/** Each once: four images of one request have one task, and often one revised prompt. */
function joined(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter((text) => text !== null && text !== ''))].join(separator)
}
