import type { AppError } from '@shared/errors'
import { unknownParams } from '@shared/text/errors'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export interface ErrorText {
  /** What happened, in plain words. */
  readonly cause: string
  /** What to do now. */
  readonly next: string
}

/** Puts an AppError into words with the catalogue. */
export function useErrorText(): (error: Pick<AppError, 'code' | 'params'>) => ErrorText {
  const { t } = useTranslation()
  return useCallback(
    ({ code, params }) => {
      const known = { ...unknownParams, ...params }
      return { cause: t(`errors.${code}.cause`, known), next: t(`errors.${code}.next`, known) }
    },
    [t],
  )
}
