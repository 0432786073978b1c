import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'
import { localeOf } from '../../text/locale'
import { Button } from '../../ui/Button'
import { actionsOf, choiceOf } from './choice'
import type { FoldedJobs } from './foldedRows'
import { foldWords } from './foldWords'
import { JobRow } from './JobRow'
import { RowShell } from './RowShell'
import { bulkActions, useBulkAct } from './useBulkAct'

interface FoldRowProps {
  readonly row: FoldedJobs
  readonly warn: boolean
}

/** Several jobs with the same message, as one line that opens. */
export function FoldRow({ row, warn }: FoldRowProps) {
  const { t, i18n } = useTranslation()
  const { queue } = useStores()
  const errorText = useErrorText()
  const bulkAct = useBulkAct()
  const [opened, setOpened] = useState(false)
  const { fold, first, jobs } = row
  const name = useApp(({ connections }) => connections.find(({ id }) => id === first.connectionId)?.name)
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
              <Button look="link" onClick={() => void queue.act([first.id], 'openServicePage')}>
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
