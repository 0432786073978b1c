import type { AppError, ErrorCode } from '@shared/errors'
import type { ConnectionOrigins } from '../db/connectionOrigins'
import type { StoredConnection } from './storedConnection'

/** Questions about where an image is: whether the proxy looks up names, or whether an origin is trusted. */
export type PlaceQuestion = { readonly kind: 'proxy' } | { readonly kind: 'origin'; readonly origin: string }

/** Errors of an image that lead to such a question. */
export const placeQuestionCodes = [
  'proxyNamesUnknown',
  'proxyNumbersRefused',
  'imageHostPrivate',
] as const satisfies readonly ErrorCode[]

export function placeQuestion({ code, params }: AppError): PlaceQuestion | null {
  if (!placeQuestionCodes.some((asking) => asking === code)) return null
  if (code !== 'imageHostPrivate') return { kind: 'proxy' }
  return typeof params?.origin === 'string' ? { kind: 'origin', origin: params.origin } : null
}

/** The user's answer; null while the question is open. */
export function answerTo(
  question: PlaceQuestion,
  { draft, proxyDeclined }: Pick<StoredConnection, 'draft' | 'proxyDeclined'>,
  { declined }: Pick<ConnectionOrigins, 'declined'>,
): 'yes' | 'no' | null {
  switch (question.kind) {
    case 'proxy':
      if (draft.proxyResolves) return 'yes'
      return proxyDeclined ? 'no' : null
    case 'origin':
      if (draft.allowedOrigins.includes(question.origin)) return 'yes'
      return declined.includes(question.origin) ? 'no' : null
  }
}
