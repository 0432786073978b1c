import type { AppError } from '@shared/errors'
import type { TFunction } from 'i18next'
import type { Detail } from '../ui/DetailsList'

/** What the other side said, word for word; leaves out what it did not say. */
export function errorLines(error: AppError | null, t: TFunction): readonly Detail[] {
  const { words, requestId, status, cause } = error?.detail ?? {}
  const line = (label: string, value: string | undefined, prose = false): readonly Detail[] =>
    value === undefined ? [] : [{ label, value, prose }]
  return [
    ...line(t('frame.serviceWords'), words, true),
    ...line(t('frame.requestId'), requestId),
    ...line(t('frame.status'), status?.toString()),
    ...line(t('frame.systemCode'), cause),
  ]
}
