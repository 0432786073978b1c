import { ShowAllBatches } from '../../parts/ShowAllBatches'
import { useTranslation } from '../../parts/useTranslation'
import { useQueue } from '../../stores/storesContext'

/** Over the images while one batch is shown alone: which it is, with room for its name, and the way back. */
export function BatchBar() {
  const { t } = useTranslation()
  const name = useQueue(({ overview }) => overview?.batch?.name ?? '')
  return (
    <div className="flex min-h-8 shrink-0 items-center gap-4 px-4 text-small">
      <p dir="auto" className="min-w-0 flex-1 truncate" title={name}>
        {t('batches.chip', { name })}
      </p>
      <ShowAllBatches />
    </div>
  )
}
