import type { AppError, ErrorCode } from '@shared/errors'
import { unknownParams } from '@shared/text/errors'
import { withoutPage } from '@shared/text/withoutPage'
import type { TFunction } from 'i18next'

export interface ErrorText {
  /** What happened, in plain words. */
  readonly cause: string
  /** What to do now. */
  readonly next: string
}

export interface ErrorContext {
  /** What was contacted when it failed: the service, or the address an image was said to be at. */
  readonly asked?: 'service' | 'image'
  /** The service has a page that can be opened from here, so looking there is good advice. */
  readonly hasPage?: boolean
}

export type WordError = (error: Pick<AppError, 'code' | 'params'>, about?: ErrorContext) => ErrorText

/** Errors that report the last of several failures to fetch an image. */
const ofImages: ReadonlySet<ErrorCode> = new Set(['imageStuck', 'imagesLost'])

/** What happened and what to do, where there is room for both. */
export const oneLine = ({ cause, next }: ErrorText): string => `${cause} ${next}`

/** Puts an AppError into words with the catalogue. */
export function wordErrors(t: TFunction): WordError {
  return ({ code, params }, { asked = 'service', hasPage = false } = {}) => {
    const known = { ...unknownParams, ...params, context: ofImages.has(code) ? 'image' : asked }
    // An address that has worked isn't to blame.
    const nextKnown = params?.worked === 1 ? { ...known, context: 'worked' } : known
    const next =
      hasPage || !needsPage(code) ? t(`errors.${code}.next`, nextKnown) : t(`withoutPage.${code}`, nextKnown)
    return { cause: t(`errors.${code}.cause`, known), next }
  }
}

function needsPage(code: ErrorCode): code is keyof typeof withoutPage {
  return code in withoutPage
}
