import { type Job, stageOf } from '@shared/model/job'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useReuse } from '../../parts/useReuse'
import { requestDraft } from '../../stores/requestDraft'
import { useQueue, useStores } from '../../stores/storesContext'
import { localeOf } from '../../text/locale'
import { Button } from '../../ui/Button'
import { ProgressLine } from '../../ui/ProgressLine'
import { JobDetails } from './JobDetails'
import { jobFact } from './jobFact'
import { NextTry } from './NextTry'
import { hasDetails, isQuiet } from './quietJob'
import { RowShell } from './RowShell'
import { useNow } from './ticker'
import { clockSpan } from './times'

interface JobRowProps {
  readonly job: Job
  readonly warn: boolean
}

/** One job. Redrawn only when the job itself changed. */
export const JobRow = memo(function JobRow({ job, warn }: JobRowProps) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const [opened, setOpened] = useState(false)
  const held = useQueue(({ overview }) => overview?.libraryHold ?? null)
  const fact =
    held !== null && waitsForLibrary(job)
      ? { text: t('sendGate.computer', { cause: errorText(held).cause }), next: '', tone: 'plain' as const }
      : jobFact(job, { t, errorText, locale: localeOf(i18n.language) })
  const details = hasDetails(job) ? { opened, onToggle: () => setOpened(!opened) } : null
  const actions = <JobActions job={job} details={details} />

  return (
    <RowShell
      title={job.name ?? job.request.prompt}
      count={job.images > 1 ? t('queue.rowCount', { count: job.images }) : ''}
      fact={fact.text}
      next={fact.next}
      then={job.notBefore !== null && isUnderWay(job) ? <NextTry at={job.notBefore} /> : undefined}
      tone={fact.tone}
      warn={warn}
      batchId={job.batchId}
      {...(isUnderWay(job)
        ? {
            aside: <Elapsed job={job} />,
            progress: <ProgressLine value={shownProgress(job)} label={fact.text} />,
            ...(isStuck(job) ? { actions } : { corner: actions }),
          }
        : isQuiet(job)
          ? { aside: actions }
          : { actions })}
    >
      {opened && details !== null && <JobDetails job={job} />}
    </RowShell>
  )
})

function Elapsed({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const now = useNow()
  const span = job.sentAt === null ? '' : clockSpan(now - job.sentAt)
  const { progress } = job
  if (job.state !== 'running' || progress === null) return span
  return `${t('queue.progress', { progress })}  ${span}`
}

function isUnderWay(job: Job): boolean {
  if (job.state === 'running' && job.waitingStopped) return false
  return job.attention === null && stageOf[job.state] === 'running'
}

/** A download failed: its actions stay visible. */
function isStuck({ actions }: Job): boolean {
  return actions.includes('retryDownload')
}

/** Its images are still at the service, and nothing is fetched while the library can't store them. */
function waitsForLibrary(job: Job): boolean {
  return job.attention === null && job.items.some(({ state }) => state === 'ready')
}

/** While its images are being fetched, a job's line shows how many have arrived. */
function shownProgress(job: Job): number | null {
  if (job.state === 'saving') return (100 * job.saved) / job.images
  return job.state === 'running' ? job.progress : null
}

interface JobActionsProps {
  readonly job: Job
  /** Null if there is nothing more to show. */
  readonly details: { readonly opened: boolean; readonly onToggle: () => void } | null
}

/** The actions on a job, as verbs; paid ones say so. Every job can fill the form again, a failed one to be fixed. */
function JobActions({ job, details }: JobActionsProps) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const reuse = useReuse()
  const outstanding = job.items.filter(({ state }) => state === 'ready' || state === 'pending').length
  return (
    <>
      {job.actions.map((action) => (
        <Button
          key={action}
          look="link"
          onClick={() => void act(() => client.call('jobs.act', { ids: [job.id], action }))}
        >
          {t(`queue.action.${action}`, { count: outstanding })}
        </Button>
      ))}
      <Button look="link" onClick={() => reuse(requestDraft(job.request, job.mode), job.connectionId)}>
        {t(job.state === 'failed' ? 'queue.action.edit' : 'queue.action.reuse')}
      </Button>
      {details !== null && (
        <Button look="link" aria-expanded={details.opened} onClick={details.onToggle}>
          {t('queue.details.show')}
        </Button>
      )}
    </>
  )
}
