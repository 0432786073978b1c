import type { Job } from '@shared/model/job'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../text/errorText'
import { localeOf } from '../../text/locale'
import { Button } from '../../ui/Button'
import { JobRow } from './JobRow'
import { jobFact } from './jobFact'
import { RowShell } from './RowShell'

interface FoldRowProps {
  /** Alike, at least one. */
  readonly jobs: readonly Job[]
  readonly warn: boolean
}

/** Several jobs that say the same, as one line that opens. */
export function FoldRow({ jobs, warn }: FoldRowProps) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const [opened, setOpened] = useState(false)
  const [first] = jobs
  if (first === undefined) return null
  const count = jobs.length
  const fact = jobFact(first, { t, errorText, locale: localeOf(i18n.language) })

  return (
    <>
      <RowShell
        title={warn ? t('queue.fold.alike', { count }) : first.request.prompt}
        fact={warn ? fact.text : t('queue.fold.running', { count })}
        next={warn ? fact.next : ''}
        warn={warn}
        batchId={first.batchId}
        actions={
          <Button look="link" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {t(opened ? 'queue.fold.hide' : 'queue.fold.show')}
          </Button>
        }
      />
      {opened && jobs.map((job) => <JobRow key={job.id} job={job} warn={warn} />)}
    </>
  )
}
