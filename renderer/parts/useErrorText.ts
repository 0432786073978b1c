import { useMemo } from 'react'
import { type WordError, wordErrors } from '../text/errorText'
import { useTranslation } from './useTranslation'

/** Words for errors in the user's language. */
export function useErrorText(): WordError {
  const { t } = useTranslation()
  return useMemo(() => wordErrors(t), [t])
}
