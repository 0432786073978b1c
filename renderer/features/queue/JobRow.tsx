import { type Job, stageOf } from '@shared/model/job'
import { memo, useState } from 'react'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { VerbButtons, VerbItems } from '../../parts/Verbs'
import { useConnection, useQueue } from '../../stores/storesContext'
import { mayCostWords } from '../../text/costWords'
import { localeOf } from '../../text/locale'
import { ProgressLine } from '../../ui/ProgressLine'
import { FoundPictures } from './FoundPictures'
import { JobDetails } from './JobDetails'
import { type JobFact, jobFact } from './jobFact'
import { jobTitle } from './jobTitle'
import { NextTry } from './NextTry'
import { hasDetails, isQuiet } from './quietJob'
import { RowMenu } from './RowMenu'
import { RowShell } from './RowShell'
import { useNow } from './ticker'
import { clockSpan } from './times'
import { useJobVerbs } from './useJobVerbs'

interface JobRowProps {
  readonly job: Job
  readonly warn: boolean
  /** Follows the fact: what a finished one cost. */
  readonly cost?: string
}

/** Of what a row that needs the user can do, this many are in sight; the rest is in its menu. */
const shownActions = 2

/** One job. Redrawn only when the job itself changed. */
export const JobRow = memo(function JobRow({ job, warn, cost = '' }: JobRowProps) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const [opened, setOpened] = useState(false)
  const held = useQueue(({ overview }) => overview?.libraryHold ?? null)
  const isUnreached = useQueue(
    ({ overview }) =>
      overview?.unreached.some(({ connectionId }) => connectionId === job.connectionId) ?? false,
  )
  const connection = useConnection(job.connectionId)
  const words = { t, errorText, locale: localeOf(i18n.language), mayCost: mayCostWords([job], connection, t) }
  const short = (text: string): JobFact => ({ text, next: '', tone: 'plain' })
  const fact =
    held !== null && waitsForLibrary(job)
      ? short(t('sendGateInRow.computer'))
      : isUnreached && isMissing(job)
        ? short(t('sendGateInRow.unreached'))
        : jobFact(job, words)
  const verbs = useJobVerbs(job, hasDetails(job) ? { opened, onToggle: () => setOpened(!opened) } : null)
  const { title, whole, count } = jobTitle(job, t)
  const visible = [...verbs.leading, ...(verbs.details === null ? [] : [verbs.details])]
  const buttons = <VerbButtons verbs={visible} />

  return (
    <RowShell
      title={title}
      whole={whole}
      count={count}
      fact={[fact.text, cost].filter((part) => part !== '').join(', ')}
      next={fact.next}
      then={job.notBefore !== null && isUnderWay(job) ? <NextTry at={job.notBefore} /> : undefined}
      tone={fact.tone}
      warn={warn}
      batchId={job.batchId}
      menu={<VerbItems verbs={verbs.all} />}
      {...(warn
        ? {
            aside: (
              <RowMenu name={whole}>
                <VerbItems
                  verbs={verbs.all.filter((verb) => !verbs.actions.slice(0, shownActions).includes(verb))}
                />
              </RowMenu>
            ),
            ...(isAsked(job) ? { progress: <FoundPictures job={job} /> } : {}),
            actions: <VerbButtons verbs={verbs.actions.slice(0, shownActions)} />,
          }
        : isUnderWay(job)
          ? {
              aside: <Elapsed job={job} />,
              progress: <ProgressLine value={shownProgress(job)} label={fact.text} />,
              ...(isStuck(job) ? { actions: buttons } : { corner: buttons }),
            }
          : isQuiet(job)
            ? { aside: <span className="flex gap-4">{buttons}</span> }
            : { actions: buttons })}
    >
      {opened && verbs.details !== null && <JobDetails job={job} />}
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

/** The row asks what its pictures are. */
function isAsked({ attention }: Job): boolean {
  return attention?.code === 'imageFound'
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

/** Its last request didn't get through, and the next may. */
function isMissing({ attention, error, state, waitingStopped }: Job): boolean {
  if (attention !== null || error === null || waitingStopped) return false
  return state === 'queued' || state === 'running'
}

/** While its images are being fetched, a job's line shows how many have arrived. */
function shownProgress(job: Job): number | null {
  if (job.state === 'saving') return (100 * job.saved) / job.images
  return job.state === 'running' ? job.progress : null
}
