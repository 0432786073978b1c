import type { Job } from '@shared/model/job'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../text/errorText'
import { localeOf } from '../../text/locale'
import { useCopy } from '../../text/useCopy'
import { Button } from '../../ui/Button'
import { exactTime } from './times'

interface Line {
  readonly label: string
  readonly value: string
  /** Too long to stand beside its label. */
  readonly prose?: boolean
}

/** The service's own words and what belongs to them, to read and to copy. */
export function JobDetails({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const lines = useDetailLines(job)

  const text = lines.map(({ label, value }) => `${label}: ${value}`).join('\n')

  return (
    <div className="mt-1.5 rounded-medium border border-line bg-canvas px-3 py-2 text-small">
      <dl className="selectable flex flex-col gap-1">
        {lines.map(({ label, value, prose }) => (
          <div key={label} className={prose ? 'pb-1' : 'grid grid-cols-[88px_1fr] gap-2'}>
            <dt className="text-faint">{label}</dt>
            <dd className="break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="link" className="mt-1.5" onClick={() => copy(text)}>
        {t(copied ? 'queue.details.copied' : 'queue.details.copy')}
      </Button>
    </div>
  )
}

function useDetailLines(job: Job): readonly Line[] {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const locale = localeOf(i18n.language)
  const failedItems = job.items.flatMap(({ index, error }) => (error === null ? [] : [{ index, error }]))
  const error = job.attention ?? job.error ?? failedItems[0]?.error ?? null
  const { words, status, requestId, cause } = error?.detail ?? {}
  const line = (label: string, value: string | number | null | undefined): readonly Line[] =>
    value === null || value === undefined ? [] : [{ label, value: String(value) }]
  const time = (label: string, value: number | null) =>
    line(label, value === null ? null : exactTime(value, locale))

  return [
    { label: t('queue.details.words'), value: words ?? t('queue.details.nothing'), prose: true },
    ...(job.images === 1 ? [] : failedItems).map((item) => ({
      label: t('queue.details.image', { index: item.index + 1 }),
      value: [errorText(item.error).cause, item.error.detail?.words ?? ''].join('\n').trim(),
    })),
    ...line(t('queue.details.status'), status),
    ...line(t('queue.details.requestId'), requestId),
    ...line(t('queue.details.cause'), cause),
    ...line(t('queue.details.task'), job.taskId),
    ...time(t('queue.details.queued'), job.createdAt),
    ...time(t('queue.details.sent'), job.sentAt),
    ...time(t('queue.details.ended'), job.endedAt),
  ]
}
