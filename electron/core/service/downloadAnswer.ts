import { appError } from '@shared/errors'
import type { Dispatcher } from 'undici'
import { numberOf } from './answers/json'
import { retryAfterMs } from './answers/waits'
import { isSendableValidator } from './endpoints'
import { singleHeader } from './httpExchange'
import type { DownloadVerdict } from './verdict'

/** What the headers of a download's answer say. */
export interface DownloadAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export function answerOf({ statusCode, headers }: Dispatcher.ResponseData): DownloadAnswer {
  const single: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const text = singleHeader(value)
    if (text !== undefined) single[name] = text
  }
  return { status: statusCode, headers: single }
}

/** What an answer without an image means; null if its body is to be read. */
export function setback({ status, headers }: DownloadAnswer, now: number): DownloadVerdict | null {
  const detail = { status }
  const later = { kind: 'retry', retryAfterMs: retryAfterMs(headers, null, { now }) } as const
  // Whatever type it states: the bytes decide what came.
  if (status === 200 || status === 206) return null
  if (status === 429) return { ...later, error: appError('rateLimited', { retry: 'free', detail }) }
  if (status === 407) return { ...later, error: appError('proxyRefused', { retry: 'free', detail }) }
  if (status === 408 || status === 416 || status < 300 || status >= 500)
    return { ...later, error: appError('serviceUnclear', { retry: 'free', detail }) }
  // Any other refusal may mean an expired signed URL: stores answer those with 400 to 410.
  return { kind: 'expired', error: appError('imageExpired', { retry: 'free', detail }) }
}

/** The whole file's length in bytes, if the headers give it. */
export function wholeLength({ status, headers }: DownloadAnswer): number | null {
  if (headers['content-encoding'] !== undefined) return null
  if (status === 206) return numberOf(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1])
  return numberOf(headers['content-length'])
}

/** The position of the body's first byte; null for a part that wasn't asked for. */
export function firstByte({ status, headers }: DownloadAnswer, asked: number): number | null {
  if (status !== 206) return 0
  const start = numberOf(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1])
  return start === asked && asked > 0 ? start : null
}

/** The validator for requesting the rest later; a weak ETag doesn't vouch for bytes. */
export function validatorOf({ headers }: DownloadAnswer): string | null {
  if (headers['content-encoding'] !== undefined) return null
  const { etag } = headers
  const validator = etag?.startsWith('"') ? etag : headers['last-modified']
  return validator !== undefined && isSendableValidator(validator) ? validator : null
}
