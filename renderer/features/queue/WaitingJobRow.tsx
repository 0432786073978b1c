import type { Job } from '@shared/model/job'
import type { ReactNode } from 'react'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { jobTitle } from './jobTitle'
import { RowMenu } from './RowMenu'

interface WaitingJobRowProps {
  readonly job: Job
  readonly menu: ReactNode
}

/** A waiting job of an opened batch, in one line. */
export function WaitingJobRow({ job, menu }: WaitingJobRowProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { prompt } = job.request
  const { title, count } = jobTitle(job, t)
  return (
    <div className="flex h-full items-center gap-2 pr-2 pl-8 text-small">
      <p className="flex min-w-0 flex-1" title={prompt}>
        <span dir="auto" className="truncate">
          {title}
        </span>
        {count !== '' && <span className="shrink-0 pl-2 text-dim"> {count}</span>}
      </p>
      {job.error !== null && (
        <span className="max-w-1/2 truncate text-dim">{errorText(job.error).cause}</span>
      )}
      <RowMenu name={prompt}>{menu}</RowMenu>
    </div>
  )
}
