import type { AppError } from '@shared/errors'
import type { ItemState, JobState } from '@shared/model/job'
import type { ResultColumn } from '@shared/model/tableGuard'
import type { rowStatus } from '@shared/text/rowStatus'

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

/** What an image stands for in the status of its row. */
export type RowPart = keyof typeof rowStatus.parts

/** In the order a sum names them. */
const parts = ['done', 'failed', 'needsYou', 'running', 'waiting', 'cancelled'] as const satisfies RowPart[]

/** Between several of a row: can't occur in a file name of ours, nor in a path of Windows. */
const separator = ' | '

/** The words of a status. */
export interface StatusWords {
  readonly notQueued: string
  /** Of one image, or of all when they are alike. */
  readonly alone: (part: RowPart) => string
  /** `1 failed`, beside others. */
  readonly several: (part: RowPart, images: number) => string
  readonly doneOf: (images: number, of: number) => string
}

/** What became of a row, by result column. What was asked for again counts with the job that asks for it. */
export function rowOutcome(
  given: readonly RowJob[],
  texts: {
    /** Where an image is; null when it is there no longer. */
    readonly path: (imageId: string) => string | null
    readonly error: (error: AppError) => string
    readonly status: StatusWords
  },
): Readonly<Record<ResultColumn, string>> {
  const jobs = given.map(withoutRetried).filter(({ items }) => items.length > 0)
  const items = jobs.flatMap((job) => job.items)
  const errors = jobs.flatMap((job) => [job.attention, job.error, ...job.items.map(({ error }) => error)])
  return {
    status: statusOf(jobs, texts.status),
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
function statusOf(jobs: readonly RowJob[], words: StatusWords): string {
  const found = jobs.flatMap((job) => job.items.map((item) => partOf(job, item)))
  const [alike] = found
  if (alike === undefined) return words.notQueued
  if (found.every((part) => part === alike)) return words.alone(alike)
  const count = (part: RowPart): number => found.filter((one) => one === part).length
  const others = parts.filter((part) => part !== 'done' && count(part) > 0)
  const rest = others.map((part) => words.several(part, count(part)))
  return [words.doneOf(count('done'), found.length), ...rest].join(', ')
}

function partOf({ state, attention }: RowJob, item: RowItem): RowPart {
  if (item.state === 'saved') return 'done'
  switch (state) {
    case 'queued':
      return 'waiting'
    case 'sending':
    case 'running':
    case 'saving':
      if (item.state === 'failed' || item.state === 'expired') return 'failed'
      return attention === null ? 'running' : 'needsYou'
    case 'uncertain':
      return 'needsYou'
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
