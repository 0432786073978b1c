import type { Job } from '@shared/model/job'
import { useTranslation } from 'react-i18next'
import { requestDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'

interface JobActionsProps {
  readonly job: Job
  /** Null when there is nothing more to say. */
  readonly details: { readonly opened: boolean; readonly onToggle: () => void } | null
}

/** What can be done with a job, as verbs; paid ones say so. */
export function JobActions({ job, details }: JobActionsProps) {
  const { t } = useTranslation()
  const { queue, draft } = useStores()
  const again = againWord(job)
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
      {details !== null && (
        <Button look="link" aria-expanded={details.opened} onClick={details.onToggle}>
          {t('queue.details.show')}
        </Button>
      )}
    </>
  )
}

/** An ended job fills the form again: as it was, or to be mended. */
function againWord({ state }: Job): 'reuse' | 'edit' | null {
  if (state === 'done' || state === 'cancelled') return 'reuse'
  return state === 'failed' ? 'edit' : null
}
