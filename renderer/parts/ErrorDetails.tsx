import type { AppError } from '@shared/errors'
import { errorLines } from '../text/errorLines'
import { Details } from './Details'
import { useTranslation } from './useTranslation'

/** What the other side said, word for word. */
export function ErrorDetails({ error }: { readonly error: AppError }) {
  const { t } = useTranslation()
  return <Details details={errorLines(error, t)} />
}
