import type { Job } from '@shared/model/job'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'
import { localeOf } from '../../text/locale'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'
import { JobDetails } from './JobDetails'
import { jobFact } from './jobFact'
import { RowShell } from './RowShell'
import { useNow } from './ticker'
import { clockSpan } from './times'

interface JobRowProps {
  readonly job: Job
  readonly warn: boolean
}

/** One job. Drawn again only when the job itself changed. */
export const JobRow = memo(function JobRow({ job, warn }: JobRowProps) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const [opened, setOpened] = useState(false)
  const fact = jobFact(job, { t, errorText, locale: localeOf(i18n.language) })
  const underWay = isUnderWay(job)
  const explained = hasDetails(job)

  return (
    <RowShell
      title={t('queue.rowTitle', { count: job.images, prompt: job.request.prompt })}
      fact={fact.text}
      next={fact.next}
      tone={fact.tone}
      warn={warn}
      batchId={job.batchId}
      aside={underWay ? <Elapsed job={job} /> : undefined}
      progress={underWay ? <ProgressLine value={shownProgress(job)} label={fact.text} /> : undefined}
      actions={
        <RowActions job={job} explained={explained} opened={opened} onToggle={() => setOpened(!opened)} />
      }
    >
      {opened && explained && <JobDetails job={job} />}
    </RowShell>
  )
})

function RowActions({
  job,
  explained,
  opened,
  onToggle,
}: {
  readonly job: Job
  readonly explained: boolean
  readonly opened: boolean
  readonly onToggle: () => void
}) {
  const { t } = useTranslation()
  const { queue, draft } = useStores()
  const again = job.state === 'done' ? 'reuse' : job.state === 'failed' ? 'edit' : null
  return (
    <>
      {job.actions.map((action) => (
        <Button key={action} look="link" onClick={() => void queue.act([job.id], action)}>
          {t(`queue.action.${action}`)}
        </Button>
      ))}
      {again !== null && (
        <Button look="link" onClick={() => draft.fill(requestDraft(job.request, job.mode))}>
          {t(`queue.action.${again}`)}
        </Button>
      )}
      {explained && (
        <Button look="link" aria-expanded={opened} onClick={onToggle}>
          {t('queue.details.show')}
        </Button>
      )}
    </>
  )
}

function Elapsed({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const now = useNow()
  const span = job.sentAt === null ? '' : clockSpan(now - job.sentAt)
  const { progress } = job
  if (job.state !== 'running' || progress === null) return span
  return `${t('queue.progress', { progress })}  ${span}`
}

function isUnderWay(job: Job): boolean {
  return !job.waitingStopped && job.attention === null && ['sending', 'running', 'saving'].includes(job.state)
}

/** While its images are fetched a job's line shows how many are here. */
function shownProgress(job: Job): number | null {
  if (job.state === 'saving') return (100 * job.saved) / job.images
  return job.state === 'running' ? job.progress : null
}

function hasDetails(job: Job): boolean {
  return job.error !== null || job.attention !== null || job.items.some(({ error }) => error !== null)
}
