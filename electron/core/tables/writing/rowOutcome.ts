import type { AppError } from '@shared/errors'
import type { ItemState, JobState } from '@shared/model/job'
import type { ResultColumn } from '@shared/model/tableGuard'
import { errors, unknownParams } from '@shared/text/errors'
import { rowStatus } from '@shared/text/rowStatus'

/** What a row reports of its job. */
export interface RowJob {
  readonly state: JobState
  readonly taskId: string | null
  readonly error: AppError | null
  readonly attention: AppError | null
  /** Another job was made for what this one didn't yield. */
  readonly retried: boolean
  readonly items: readonly RowItem[]
}

export interface RowItem {
  readonly state: ItemState
  readonly revisedPrompt: string | null
  readonly imageId: string | null
  readonly error: AppError | null
}

/** The part that an image contributes to the status of its row. */
type RowPart = keyof typeof rowStatus.parts

/** In the order in which a sum names them: that of their words. */
const parts = Object.keys(rowStatus.parts) as RowPart[]

/** Separates several values of a row: it can't occur in our file names, nor in a Windows path. */
const separator = ' | '

/** The words of a status. */
interface StatusWords {
  readonly notQueued: string
  /** For one image, or for all if they have the same status. */
  readonly alone: (part: RowPart) => string
  /** `1 failed`, next to others. */
  readonly several: (part: RowPart, images: number) => string
  readonly doneOf: (images: number, of: number) => string
}

/** The outcome of a row, by result column. Images that were asked for again count with the job that asks for them. */
export function rowOutcome(
  given: readonly RowJob[],
  texts: {
    /** Where an image is; null if it is no longer there. */
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

/** One word if all images have the same status, otherwise a sum: `3 of 4 done, 1 failed`. */
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

/** Each value once: four images of one request have one task, and often one revised prompt. */
function joined(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter((text) => text !== null && text !== ''))].join(separator)
}

/** The app's own words in a table that is written back. */
export interface WrittenWords {
  /** An error in one line: its cause from the catalogue, then the service's own words. */
  readonly error: (error: AppError) => string
  readonly status: StatusWords
}

/** The catalogue is loaded on first use: nothing shown at the start needs it. */
export async function loadWrittenWords(): Promise<WrittenWords> {
  const { createInstance } = await import('i18next')
  const instance = createInstance()
  await instance.init({
    lng: 'en',
    resources: { en: { translation: { errors, rowStatus } } },
    // Nothing here is HTML.
    interpolation: { escapeValue: false },
  })
  const { t } = instance
  return {
    error({ code, params, detail }) {
      const cause = t(`errors.${code}.cause`, { ...unknownParams, ...params })
      return detail?.words === undefined ? cause : `${cause} ${detail.words}`
    },
    status: {
      notQueued: t('rowStatus.notQueued'),
      alone: (part) => t(`rowStatus.parts.${part}`),
      several: (part, images) => t('rowStatus.several', { images, part: t(`rowStatus.parts.${part}`) }),
      doneOf: (images, of) => t('rowStatus.doneOf', { images, of }),
    },
  }
}
