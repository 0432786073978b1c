import type { AppError, ErrorCode } from '@shared/errors'
import { unknownParams } from '@shared/text/errors'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export interface ErrorText {
  /** What happened, in plain words. */
  readonly cause: string
  /** What to do now. */
  readonly next: string
}

/** `asked`: what was asked when it went wrong, the service or the address an image was said to be at. */
export type WordError = (error: Pick<AppError, 'code' | 'params'>, asked?: 'service' | 'image') => ErrorText

/** Errors that tell the last of several failures to fetch an image. */
const ofImages: ReadonlySet<ErrorCode> = new Set(['imageStuck', 'imagesLost'])

/** Puts an AppError into words with the catalogue. */
export function wordErrors(t: TFunction): WordError {
  return ({ code, params }, asked = 'service') => {
    const known = { ...unknownParams, ...params, context: ofImages.has(code) ? 'image' : asked }
    return { cause: t(`errors.${code}.cause`, known), next: t(`errors.${code}.next`, known) }
  }
}

export function useErrorText(): WordError {
  const { t } = useTranslation()
  return useMemo(() => wordErrors(t), [t])
}
