import { sentExtra } from '@shared/model/draft'
import type { Job } from '@shared/model/job'
import { Details } from '../../parts/Details'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { WhatWasSent } from '../../parts/WhatWasSent'
import { errorLines } from '../../text/errorLines'
import { localeOf } from '../../text/locale'
import type { Detail } from '../../ui/DetailsList'
import { FoundPictures } from './FoundPictures'
import { exactTime, spanWords } from './times'

/** The service's own words and the data that belongs to them, to read and copy. */
export function JobDetails({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  return (
    <div className="mt-1.5 flex flex-col gap-2 rounded-medium border border-line bg-canvas px-3 py-2">
      <Details details={useJobLines(job)} />
      {job.found > 0 && job.attention?.code !== 'imageFound' && (
        <section>
          <p>{t('queue.found.title')}</p>
          <FoundPictures job={job} />
        </section>
      )}
      <WhatWasSent jobId={job.id} moment={`${job.state} ${job.sentAt} ${job.answeredAt}`} />
    </div>
  )
}

function useJobLines(job: Job): readonly Detail[] {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const locale = localeOf(i18n.language)
  const { sentAt, answeredAt } = job
  const failedItems = job.items.flatMap(({ index, error }) => (error === null ? [] : [{ index, error }]))
  const error = job.attention ?? job.error ?? failedItems[0]?.error ?? null
  const line = (label: string, value: string | null): readonly Detail[] =>
    value === null ? [] : [{ label, value }]
  const time = (label: string, value: number | null) =>
    line(label, value === null ? null : exactTime(value, locale))
  const extra = sentExtra(job.request)
  const waited = sentAt === null || answeredAt === null ? null : spanWords(answeredAt - sentAt, t)

  return [
    ...(error !== null && error.detail?.words === undefined
      ? [{ label: t('frame.serviceWords'), value: t('frame.noDetails'), prose: true }]
      : []),
    ...errorLines(error, t),
    ...(job.images === 1 ? [] : failedItems).map((item) => ({
      label: t('queue.details.image', { index: item.index + 1 }),
      value: [errorText(item.error, { asked: 'image' }).cause, item.error.detail?.words ?? '']
        .join('\n')
        .trim(),
    })),
    ...line(
      t('gallery.details.extra'),
      extra.length === 0 ? null : extra.map((field) => t('extraFields.field', field)).join('\n'),
    ),
    ...line(t('queue.details.task'), job.taskId),
    ...time(t('queue.details.queued'), job.createdAt),
    ...time(t('queue.details.sent'), sentAt),
    ...line(t('queue.details.waited'), waited),
    ...time(t('queue.details.ended'), job.endedAt),
    ...line(t('queue.details.billed'), sentAt === null ? null : t(`queue.billed.${job.billed}`)),
  ]
}
