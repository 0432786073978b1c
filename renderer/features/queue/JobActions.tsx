import type { Job } from '@shared/model/job'
import { useTranslation } from 'react-i18next'
import { requestDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'
import { useReuse } from '../../text/useReuse'
import { Button } from '../../ui/Button'

interface JobActionsProps {
  readonly job: Job
  /** Null if there is nothing more to show. */
  readonly details: { readonly opened: boolean; readonly onToggle: () => void } | null
}

/** The actions on a job, as verbs; paid ones say so. Every job can fill the form again, a failed one to be fixed. */
export function JobActions({ job, details }: JobActionsProps) {
  const { t } = useTranslation()
  const { queue } = useStores()
  const reuse = useReuse()
  const outstanding = job.items.filter(({ state }) => state === 'ready' || state === 'pending').length
  return (
    <>
      {job.actions.map((action) => (
        <Button key={action} look="link" onClick={() => void queue.act([job.id], action)}>
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
