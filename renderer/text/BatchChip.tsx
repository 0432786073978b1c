import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useQueue, useShownBatch, useStores } from '../stores/storesContext'
import { IconButton } from '../ui/IconButton'

/** Says that one batch alone is shown, and takes it back; nothing while all are. */
export function BatchChip() {
  const { t } = useTranslation()
  const { batchFilter } = useStores()
  const shown = useShownBatch()
  const name = useQueue(({ overview }) => overview?.batch?.name ?? '')
  if (shown === null) return null
  return (
    <span className="flex h-6 max-w-60 min-w-0 items-center rounded-full border border-accent pl-2.5 text-small">
      <span dir="auto" className="truncate" title={name}>
        {t('batches.chip', { name })}
      </span>
      <IconButton
        icon={X}
        label={t('batches.showAll')}
        className="size-6 rounded-full"
        onClick={() => batchFilter.show(null)}
      />
    </span>
  )
}
