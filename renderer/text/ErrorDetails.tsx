import type { AppError } from '@shared/errors'
import { useTranslation } from 'react-i18next'
import { Details } from './Details'
import { errorLines } from './errorLines'

/** What the other side said, word for word. */
export function ErrorDetails({ error }: { readonly error: AppError }) {
  const { t } = useTranslation()
  return <Details details={errorLines(error, t)} />
}
