import type { Job } from '@shared/model/job'
import type { Place } from '@shared/model/queue'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useReuse } from '../../parts/useReuse'
import { requestDraft } from '../../stores/requestDraft'
import { useStores } from '../../stores/storesContext'
import { MenuItem } from '../../ui/Menu'
import { WaitingMenu } from './WaitingMenu'

interface WaitingJobRowProps {
  readonly job: Job
  readonly onMove: (place: Place) => void
}

/** A waiting job of an opened batch, in one line. */
export function WaitingJobRow({ job, onMove }: WaitingJobRowProps) {
  const { t } = useTranslation()
  const { client, dialogs } = useStores()
  const act = useAct()
  const errorText = useErrorText()
  const reuse = useReuse()
  const { prompt } = job.request
  return (
    <div className="flex h-full items-center gap-2 pr-2 pl-8 text-small">
      <p className="flex min-w-0 flex-1" title={prompt}>
        <span dir="auto" className="truncate">
          {job.name ?? prompt}
        </span>
        {job.images > 1 && (
          <span className="shrink-0 pl-2 text-dim"> {t('queue.rowCount', { count: job.images })}</span>
        )}
      </p>
      {job.error !== null && (
        <span className="max-w-1/2 truncate text-dim">{errorText(job.error).cause}</span>
      )}
      <WaitingMenu name={prompt} onMove={onMove}>
        <MenuItem onSelect={() => dialogs.show({ kind: 'editJob', job })}>{t('queue.order.edit')}</MenuItem>
        <MenuItem onSelect={() => reuse(requestDraft(job.request, job.mode), job.connectionId)}>
          {t('queue.action.reuse')}
        </MenuItem>
        <MenuItem
          onSelect={() => void act(() => client.call('jobs.act', { ids: [job.id], action: 'cancel' }))}
        >
          {t('queue.order.cancel')}
        </MenuItem>
      </WaitingMenu>
    </div>
  )
}
