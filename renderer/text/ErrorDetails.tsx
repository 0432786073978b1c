import type { AppError } from '@shared/errors'
import { useTranslation } from 'react-i18next'
import { DetailsList } from '../ui/DetailsList'
import { useCopy } from './useCopy'

/** What the other side said, word for word. */
export function ErrorDetails({ error }: { readonly error: AppError }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const { words, requestId, status, cause } = error.detail ?? {}
  const facts = [
    { label: t('frame.serviceWords'), value: words },
    { label: t('frame.requestId'), value: requestId },
    { label: t('frame.status'), value: status?.toString() },
    { label: t('frame.systemCode'), value: cause },
  ]
  return (
    <DetailsList
      details={facts.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))}
      emptyText={t('frame.noDetails')}
      copyLabel={t(copied ? 'frame.copied' : 'frame.copy')}
      onCopy={copy}
    />
  )
}
