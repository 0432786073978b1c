import type { Job } from '@shared/model/job'
import type { Place } from '@shared/model/queue'
import { useCancel } from '../../parts/useCancel'
import { useReuse } from '../../parts/useReuse'
import { useTranslation } from '../../parts/useTranslation'
import { requestDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'
import { MenuItem } from '../../ui/Menu'
import { WaitingItems } from './WaitingItems'

interface WaitingJobItemsProps {
  readonly job: Job
  readonly onMove: (place: Place) => void
}

/** The items of the menu of a waiting job. */
export function WaitingJobItems({ job, onMove }: WaitingJobItemsProps) {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  const cancel = useCancel()
  const reuse = useReuse()
  return (
    <WaitingItems onMove={onMove}>
      <MenuItem onSelect={() => dialogs.show({ kind: 'editJob', job })}>{t('queue.order.edit')}</MenuItem>
      <MenuItem onSelect={() => reuse(requestDraft(job.request, job.mode), job.connectionId)}>
        {t('queue.action.reuse')}
      </MenuItem>
      <MenuItem onSelect={() => cancel({ job: job.id })}>{t('queue.order.cancel')}</MenuItem>
    </WaitingItems>
  )
}
