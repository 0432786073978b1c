import type { AppError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import type { TFunction } from 'i18next'
import type { WordError } from '../../text/errorText'
import { clockTime, spanWords } from './times'

export interface JobFact {
  readonly text: string
  /** What to do now, shown after it; empty if the row's actions say enough. */
  readonly next: string
  readonly tone: 'plain' | 'bad'
}

export interface FactWords {
  readonly t: TFunction
  readonly errorText: WordError
  readonly locale: string
  /** What an unanswered request may have cost: "up to 6 credits"; null if that is unknown. */
  readonly mayCost: string | null
}

const noAnswerCodes: readonly string[] = ['connectionLost', 'answerTimeout']

/** What a row says about its job, before it says what can be done. */
export function jobFact(job: Job, given: FactWords): JobFact {
  const hasPage = job.actions.includes('openServicePage')
  const words: FactWords = {
    ...given,
    errorText: (error, about) => given.errorText(error, { ...about, hasPage }),
  }
  const { t, errorText } = words
  const plain = (text: string): JobFact => ({ text, next: '', tone: 'plain' })
  const said = (error: AppError, tone: JobFact['tone']): JobFact => {
    const { cause, next } = errorText(error)
    return { text: cause, next, tone }
  }

  if (job.attention !== null) return said(job.attention, 'plain')
  switch (job.state) {
    case 'queued':
      return plain(job.error === null ? t('queue.fact.waiting') : errorText(job.error).cause)
    case 'sending':
      return plain(t(job.mode === 'direct' ? 'queue.fact.generating' : 'queue.fact.sending'))
    case 'running':
      return plain(runningFact(job, words))
    case 'saving':
      return plain(downloadFact(job, words))
    case 'done':
      return job.saved < job.images ? partlyDone(job, words) : plain(savedFact(job, words))
    case 'failed':
      return failedFact(job, words)
    case 'cancelled':
      return plain(t(job.sentAt === null ? 'queue.fact.cancelled' : 'queue.fact.stopped'))
    case 'uncertain':
      return uncertainFact(job, words)
  }
}

function failedFact(job: Job, { t, errorText }: FactWords): JobFact {
  if (job.settledAt !== null) return { text: t('queue.fact.settled'), next: '', tone: 'plain' }
  if (job.error === null) return { text: t('queue.fact.missing'), next: '', tone: 'plain' }
  const { cause, next } = errorText(job.error)
  const billed = {
    no: t('queue.fact.notBilled'),
    maybe: t('queue.fact.maybeBilled'),
    yes: t('queue.fact.billed'),
  }[job.billed]
  return { text: cause, next: `${billed} ${next}`, tone: 'bad' }
}

/** What came instead of a readable answer; null if nothing came. */
export function uncertainCause({ error }: Job, { errorText }: FactWords): string | null {
  return error === null || noAnswerCodes.includes(error.code) ? null : errorText(error).cause
}

/** Whatever came, the service may have accepted the request. When it was sent stands in its details. */
function uncertainFact(job: Job, words: FactWords): JobFact {
  const { text, next } = unansweredWords(uncertainCause(job, words), words, 1)
  // What nothing was read in may still have it.
  const more = job.error?.code === 'answerEmpty' ? `${words.t('queue.fact.pointAt')} ` : ''
  return { text, next: `${more}${next}`, tone: 'plain' }
}

/** What came instead of an answer to `count` requests; then what may have happened, where to look, and the cost. */
export function unansweredWords(
  cause: string | null,
  { t, mayCost }: Pick<FactWords, 't' | 'mayCost'>,
  count: number,
): Pick<JobFact, 'text' | 'next'> {
  const cost =
    mayCost === null
      ? t('queue.fact.mayBeBilled', { count })
      : t('queue.fact.mayCost', { count, cost: mayCost })
  return { text: cause ?? t('queue.fact.noAnswer'), next: `${t('queue.fact.mayBeMade', { count })} ${cost}` }
}

function runningFact(job: Job, words: FactWords): string {
  const { t, errorText } = words
  if (job.waitingStopped) return t('queue.fact.waitingStopped')
  if (job.error !== null) return errorText(job.error).cause
  if (job.items.some(({ state }) => state === 'ready')) return downloadFact(job, words)
  if (job.saved > 0) return t('queue.fact.generatingMore', { saved: job.saved })
  return t('queue.fact.generating')
}

function downloadFact(job: Job, { t, errorText }: FactWords): string {
  const stuck = job.items.find(({ state, error }) => state === 'ready' && error !== null)?.error ?? null
  if (stuck !== null) return errorText(stuck, { asked: 'image' }).cause
  if (job.images === 1) return t('queue.fact.downloading')
  return t('queue.fact.downloadingOf', { index: Math.min(job.images, job.saved + 1), of: job.images })
}

function savedFact(job: Job, { t, locale }: FactWords): string {
  const time = clockTime(job.endedAt ?? job.createdAt, locale)
  if (job.endedAt === null || job.sentAt === null) return t('queue.fact.saved', { time })
  return t('queue.fact.savedAfter', { time, took: spanWords(job.endedAt - job.sentAt, t) })
}

function partlyDone(job: Job, { t, errorText }: FactWords): JobFact {
  const errors = job.items.flatMap(({ error }) => error ?? [])
  const counts = { saved: job.saved, of: job.images }
  const moderated = errors.filter(({ code }) => code === 'moderated').length
  if (moderated > 0 && moderated === job.images - job.saved) {
    return { text: t('queue.fact.partlyModerated', { ...counts, count: moderated }), next: '', tone: 'bad' }
  }
  const [first] = errors
  const cause =
    first !== undefined
      ? errorText(first, { asked: 'image' }).cause
      : job.error === null
        ? t('queue.fact.missing')
        : errorText(job.error).cause
  return { text: t('queue.fact.partly', { ...counts, cause }), next: '', tone: 'bad' }
}
