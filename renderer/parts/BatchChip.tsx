import { X } from 'lucide-react'
import { useQueue, useShownBatch, useStores } from '../stores/storesContext'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { useFocusReturned } from '../ui/useFocusReturned'
import { useTranslation } from './useTranslation'

/** Says that only one batch is shown, and can show all again; nothing while all are shown. */
export function BatchChip({ className }: { readonly className?: string }) {
  return useShownBatch() === null ? null : <ShownChip className={className} />
}

function ShownChip({ className }: { readonly className: string | undefined }) {
  const { t } = useTranslation()
  const { batchFilter } = useStores()
  const name = useQueue(({ overview }) => overview?.batch?.name ?? '')
  const chip = useFocusReturned<HTMLSpanElement>()
  return (
    <span
      ref={chip}
      className={classNames(
        'flex h-6 max-w-60 items-center rounded-full border border-accent pl-2.5 text-small',
        className,
      )}
    >
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
