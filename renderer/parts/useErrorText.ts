import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type WordError, wordErrors } from '../text/errorText'

/** Words for errors in the person's language. */
export function useErrorText(): WordError {
  const { t } = useTranslation()
  return useMemo(() => wordErrors(t), [t])
}
