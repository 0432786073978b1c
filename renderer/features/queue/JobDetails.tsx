import type { AppError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../text/errorText'
import { localeOf } from '../../text/locale'
import { Button } from '../../ui/Button'
import { exactTime } from './times'

interface Line {
  readonly label: string
  readonly value: string
}

/** The service's own words and what belongs to them, to read and to copy. */
export function JobDetails({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const lines = useDetailLines(job)

  const copy = async () => {
    await navigator.clipboard.writeText(lines.map(({ label, value }) => `${label}: ${value}`).join('\n'))
    setCopied(true)
  }

  return (
    <div className="mt-1 rounded-medium border border-line bg-canvas p-2 text-small">
      <dl className="selectable flex flex-col gap-1.5">
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-faint">{label}</dt>
            <dd className="break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="link" className="mt-1.5" onClick={() => void copy()}>
        {t(copied ? 'queue.details.copied' : 'queue.details.copy')}
      </Button>
    </div>
  )
}

function useDetailLines(job: Job): readonly Line[] {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const locale = localeOf(i18n.language)
  const time = (label: string, value: number | null): readonly Line[] =>
    value === null ? [] : [{ label, value: exactTime(value, locale) }]
  const failed = job.items.flatMap(({ index, error }) => (error === null ? [] : [{ index, error }]))
  const [error = failed[0]?.error ?? null] = [job.attention ?? job.error]

  return [
    ...(error === null ? [] : said(error)),
    ...failed.map(({ index, error: itemError }) => ({
      label: t('queue.details.image', { index: index + 1 }),
      value: [errorText(itemError).cause, itemError.detail?.words ?? ''].join('\n').trim(),
    })),
    ...(job.taskId === null ? [] : [{ label: t('queue.details.task'), value: job.taskId }]),
    ...time(t('queue.details.queued'), job.createdAt),
    ...time(t('queue.details.sent'), job.sentAt),
    ...time(t('queue.details.ended'), job.endedAt),
  ]

  function said(error: AppError): readonly Line[] {
    const { words, status, requestId, cause } = error.detail ?? {}
    const { cause: sentence, next } = errorText(error)
    return [
      { label: t('queue.details.error'), value: `${sentence} ${next}` },
      { label: t('queue.details.words'), value: words ?? t('queue.details.nothing') },
      ...(status === undefined ? [] : [{ label: t('queue.details.status'), value: String(status) }]),
      ...(requestId === undefined ? [] : [{ label: t('queue.details.requestId'), value: requestId }]),
      ...(cause === undefined ? [] : [{ label: t('queue.details.cause'), value: cause }]),
    ]
  }
}
