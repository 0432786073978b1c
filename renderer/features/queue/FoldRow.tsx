import type { Job } from '@shared/model/job'
import type { Fold } from '@shared/model/jobSet'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useConnection, useStores } from '../../stores/storesContext'
import { localeOf } from '../../text/locale'
import { Button } from '../../ui/Button'
import { actionsOf, choiceOf } from './choice'
import { JobRow } from './JobRow'
import { type FactWords, jobFact, uncertainCause } from './jobFact'
import type { FoldedJobs } from './queueRows'
import { RowShell, type RowWords } from './RowShell'
import { clockTime } from './times'
import { bulkActions, useBulkAct } from './useBulkAct'

interface FoldRowProps {
  readonly row: FoldedJobs
  readonly warn: boolean
}

/** Several jobs with the same message, as one line that opens. */
export function FoldRow({ row, warn }: FoldRowProps) {
  const { t, i18n } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const errorText = useErrorText()
  const bulkAct = useBulkAct()
  const [opened, setOpened] = useState(false)
  const { fold, first, jobs } = row
  const name = useConnection(first.connectionId)?.name
  const actions = actionsOf(row)

  return (
    <>
      <RowShell
        {...foldWords(fold, first, name ?? t('queue.fold.removed'), {
          t,
          errorText,
          locale: localeOf(i18n.language),
        })}
        warn={warn}
        batchId={first.batchId}
        actions={
          <>
            {bulkActions
              .filter((action) => actions.includes(action))
              .map((action) => (
                <Button key={action} look="link" onClick={() => bulkAct(choiceOf([row], action), action)}>
                  {t(`queue.bulk.${action}`, { count: fold.count })}
                </Button>
              ))}
            {actions.includes('openServicePage') && (
              <Button
                look="link"
                onClick={() =>
                  void act(() => client.call('jobs.act', { ids: [first.id], action: 'openServicePage' }))
                }
              >
                {t('queue.action.openServicePage')}
              </Button>
            )}
            <Button look="link" aria-expanded={opened} onClick={() => setOpened(!opened)}>
              {t(opened ? 'queue.fold.hide' : 'queue.fold.show')}
            </Button>
          </>
        }
      />
      {opened && jobs.map((job) => <JobRow key={job.id} job={job} warn={warn} />)}
    </>
  )
}

/** The text of the one line for several jobs. `first`: one of them; `name`: the name of its connection. */
function foldWords({ jobs: set, count }: Fold, first: Job, name: string, words: FactWords): RowWords {
  const { t, errorText, locale } = words
  const title = first.request.prompt
  switch (set.set) {
    case 'running':
      return { title, fact: t('queue.fold.running', { count }) }
    case 'stopped':
      return { title, fact: t('queue.fold.stopped', { count }) }
    case 'failed': {
      const { text, next, tone } = jobFact(first, words)
      return { title, count: t('queue.fold.failed', { count }), fact: text, next, tone }
    }
    case 'needsYou': {
      const cause = first.attention === null ? uncertainCause(first, words) : errorText(first.attention).cause
      const from = clockTime(set.from, locale)
      const until = clockTime(set.until, locale)
      return {
        title: t('queue.fold.alike', { count }),
        fact: cause ?? t('queue.fold.noAnswer'),
        next: t(from === until ? 'queue.fold.sentAt' : 'queue.fold.sent', { name, from, until }),
      }
    }
  }
}
