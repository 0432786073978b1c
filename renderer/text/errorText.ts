import type { AppError, ErrorCode } from '@shared/errors'
import { unknownParams } from '@shared/text/errors'
import { withoutPage } from '@shared/text/withoutPage'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export interface ErrorText {
  /** What happened, in plain words. */
  readonly cause: string
  /** What to do now. */
  readonly next: string
}

/** `hasPage`: the service has a page that can be opened from here, so that looking there is good advice. */
export type ErrorWording = (
  error: Pick<AppError, 'code' | 'params'>,
  options?: { readonly hasPage: boolean },
) => ErrorText

/** Words an AppError by the catalogue. */
export function useErrorText(): ErrorWording {
  const { t } = useTranslation()
  return useCallback(
    ({ code, params }, { hasPage } = { hasPage: false }) => {
      const known = { ...unknownParams, ...params }
      const next =
        hasPage || !needsPage(code) ? t(`errors.${code}.next`, known) : t(`withoutPage.${code}`, known)
      return { cause: t(`errors.${code}.cause`, known), next }
    },
    [t],
  )
}

function needsPage(code: ErrorCode): code is keyof typeof withoutPage {
  return code in withoutPage
}
