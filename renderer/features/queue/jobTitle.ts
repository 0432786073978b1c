import type { Job } from '@shared/model/job'
import type { TFunction } from 'i18next'

interface JobTitle {
  /** What tells it from the others of its batch: "wool, noon, cold". */
  readonly title: string
  /** Its whole prompt, or the user's name for it. */
  readonly whole: string
  /** Which of several with the same prompt it is, and how many images it yields; empty for a single one. */
  readonly count: string
}

/** How a row names its job. */
export function jobTitle({ name, inBatch, request, images }: Job, t: TFunction): JobTitle {
  const whole = name ?? request.prompt
  const place = inBatch?.place ?? null
  return {
    title: name ?? (inBatch?.differs || request.prompt),
    whole,
    count: [
      ...(place === null ? [] : [t('queue.rowPlace', place)]),
      ...(images > 1 ? [t('queue.rowCount', { count: images })] : []),
    ].join(', '),
  }
}
