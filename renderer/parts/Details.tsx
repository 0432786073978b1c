import { useTranslation } from 'react-i18next'
import { type Detail, DetailsList } from '../ui/DetailsList'
import { useCopy } from './useCopy'

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
