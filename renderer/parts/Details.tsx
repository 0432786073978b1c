import { type Detail, DetailsList } from '../ui/DetailsList'
import { useCopy } from './useCopy'
import { useTranslation } from './useTranslation'

/** What the other side said and the data that belongs to it, to read and copy. */
export function Details({ details }: { readonly details: readonly Detail[] }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  return (
    <DetailsList
      details={details}
      emptyText={t('frame.noDetails')}
      copyLabel={t(copied ? 'frame.copied' : 'frame.copy')}
      onCopy={copy}
    />
  )
}
