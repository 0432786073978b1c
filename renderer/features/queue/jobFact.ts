import type { AppError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import type { TFunction } from 'i18next'
import type { ErrorText } from '../../text/errorText'
import { clockSpan, clockTime } from './times'

export interface JobFact {
  readonly text: string
  /** What to do now, said after it; empty when the row's actions say enough. */
  readonly next: string
  readonly tone: 'plain' | 'bad'
}

export interface FactWords {
  readonly t: TFunction
  readonly errorText: (error: AppError) => ErrorText
  readonly locale: string
}

const noAnswerCodes: readonly string[] = ['connectionLost', 'answerTimeout', 'interrupted']

/** What a row says of its job, before it says what can be done. */
export function jobFact(job: Job, words: FactWords): JobFact {
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
      return plain(downloadFact(job, t))
    case 'done':
      return job.saved < job.images ? partlyDone(job, words) : plain(savedFact(job, words))
    case 'failed':
      return job.error === null ? plain(t('queue.fact.missing')) : said(job.error, 'bad')
    case 'cancelled':
      return plain(t(job.sentAt === null ? 'queue.fact.cancelled' : 'queue.fact.stopped'))
    case 'uncertain':
      if (job.settledAt !== null) return plain(t('queue.fact.settled'))
      if (job.error === null || noAnswerCodes.includes(job.error.code)) return plain(t('queue.fact.noAnswer'))
      // Whatever came, the service may have taken the request.
      return { ...said(job.error, 'plain'), next: t('errors.serviceUnclear.next') }
  }
}

function runningFact(job: Job, { t, errorText }: FactWords): string {
  if (job.waitingStopped) return t('queue.fact.waitingStopped')
  if (job.error !== null) return errorText(job.error).cause
  const downloads = job.items.some(({ state }) => state === 'ready' || state === 'saved')
  return downloads ? downloadFact(job, t) : t('queue.fact.generating')
}

function downloadFact(job: Job, t: TFunction): string {
  if (job.images === 1) return t('queue.fact.downloading')
  return t('queue.fact.downloadingOf', { index: Math.min(job.images, job.saved + 1), of: job.images })
}

function savedFact(job: Job, { t, locale }: FactWords): string {
  const time = clockTime(job.endedAt ?? job.createdAt, locale)
  if (job.endedAt === null || job.sentAt === null) return t('queue.fact.saved', { time })
  const took = job.endedAt - job.sentAt
  const span =
    took < 60_000 ? t('queue.seconds', { count: Math.max(1, Math.round(took / 1000)) }) : clockSpan(took)
  return t('queue.fact.savedAfter', { time, took: span })
}

function partlyDone(job: Job, { t, errorText }: FactWords): JobFact {
  const errors = job.items.flatMap(({ error }) => error ?? [])
  const counts = { saved: job.saved, of: job.images }
  const moderated = errors.filter(({ code }) => code === 'moderated').length
  if (moderated > 0 && moderated === job.images - job.saved) {
    return { text: t('queue.fact.partlyModerated', { ...counts, count: moderated }), next: '', tone: 'bad' }
  }
  const [first = job.error] = errors
  const cause = first === null ? t('queue.fact.missing') : errorText(first).cause
  return { text: t('queue.fact.partly', { ...counts, cause }), next: '', tone: 'bad' }
}
