import type { Cost } from '@shared/model/cost'
import type { Job } from '@shared/model/job'
import type { FinishedBatch } from '@shared/model/queue'
import { type RefObject, useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useConnection } from '../../stores/storesContext'
import { spentWords } from '../../text/costWords'
import { FinishedJobs } from './FinishedJobs'
import { FinishedRow } from './FinishedRow'
import { JobRow } from './JobRow'
import { RowList } from './RowList'

interface FinishedListProps {
  readonly batches: readonly FinishedBatch[]
  readonly scroller: RefObject<HTMLElement | null>
}

/** What finished, by batch, that with the newest end first. Each opens to show its jobs; a batch of one is its job. */
export function FinishedList({ batches, scroller }: FinishedListProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())

  const toggle = (id: string) => {
    const changed = new Set(opened)
    if (!changed.delete(id)) changed.add(id)
    setOpened(changed)
  }

  return (
    <RowList rows={batches.map((batch) => ({ key: batch.id, batch }))} scroller={scroller}>
      {({ batch }) =>
        batch.job === null ? (
          <>
            <FinishedRow batch={batch} opened={opened.has(batch.id)} onToggle={() => toggle(batch.id)} />
            {opened.has(batch.id) && <FinishedJobs batch={batch} scroller={scroller} />}
          </>
        ) : (
          <OnlyJob job={batch.job} spent={batch.spent} />
        )
      }
    </RowList>
  )
}

function OnlyJob({ job, spent }: { readonly job: Job; readonly spent: Cost }) {
  const { t } = useTranslation()
  const demo = useConnection(job.connectionId)?.kind === 'demo'
  return <JobRow job={job} warn={false} cost={job.state === 'done' ? spentWords(spent, t, { demo }) : ''} />
}
