import { randomUUID } from 'node:crypto'
import { type AppError, appError } from '@shared/errors'
import type { Dispatcher } from 'undici'
import type { Logger } from '../ports'
import { abortReason, orAborted } from './abort'
import { bodyText, readBody } from './answerBody'
import type { Endpoint } from './endpoints'
import type { Exchange, RawAnswer } from './exchange'
import type { KeyRedactor } from './keyRedaction'
import { causeOf, networkError } from './networkErrors'
import type { Spool } from './spool'
import type { WireWatch } from './wireWatch'

/** Bytes of a body that is kept in a row; a larger one goes to a file. */
const rowLimit = 256 * 1024
/** Bytes: room for ten large images in base64. */
const bodyLimit = 128 * 1024 * 1024

export interface ExchangeDeps {
  readonly wire: WireWatch
  readonly spool: Spool
  readonly logger: Logger
}

export interface HttpCall {
  readonly dispatcher: Dispatcher
  readonly endpoint: Endpoint
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Milliseconds until the answer's headers are here. */
  readonly headersTimeoutMs: number
  /** Milliseconds without a byte of the body. */
  readonly bodyTimeoutMs: number
  readonly redact: KeyRedactor
  readonly signal: AbortSignal
}

/** Makes one HTTP exchange, once: nothing here sends a request again. Never rejects for the network's sake. */
export async function exchange(deps: ExchangeDeps, call: HttpCall): Promise<Exchange> {
  const { wire, logger } = deps
  const { dispatcher, endpoint, signal } = call
  if (signal.aborted) return { kind: 'aborted', written: false, by: abortReason(signal) }

  const { outcome, written } = wire.follow(() =>
    dispatcher.request({
      origin: endpoint.origin,
      path: endpoint.path,
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      headersTimeout: call.headersTimeoutMs,
      bodyTimeout: call.bodyTimeoutMs,
      signal,
    }),
  )
  const failed = (error: AppError): Exchange => {
    logger.warn('service.unanswered', {
      code: error.code,
      cause: error.detail?.cause ?? null,
      written: written(),
    })
    return { kind: 'unanswered', written: written(), error }
  }

  let response: Dispatcher.ResponseData
  try {
    response = await orAborted(outcome, signal, () => !written())
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted', written: written(), by: abortReason(signal) }
    return failed(networkError(error, { written: written(), secure: endpoint.secure }))
  }

  const encoding = singleHeader(response.headers['content-encoding'])
  const { bytes, end } = await readBody(response.body, encoding, bodyLimit)
  if (end.kind === 'tooLarge') return failed(appError('answerTooLarge', { retry: 'maybeTwice' }))
  if (end.kind === 'cut' && signal.aborted) return { kind: 'aborted', written: true, by: abortReason(signal) }
  return { kind: 'answered', answer: await keep(deps, call, response, bytes, end.kind === 'whole') }
}

async function keep(
  { spool, logger }: ExchangeDeps,
  { redact, method }: HttpCall,
  { statusCode, headers }: Dispatcher.ResponseData,
  bytes: Buffer,
  complete: boolean,
): Promise<RawAnswer> {
  const kept = keptHeaders(headers, redact)
  const text = redact(bodyText(bytes, kept['content-type']))
  const answer = { status: statusCode, headers: kept, complete }
  // A poll's answer is read at once and kept nowhere.
  if (bytes.length <= rowLimit || method === 'GET') return { ...answer, body: { kind: 'text', text } }
  try {
    return { ...answer, body: { kind: 'file', path: await spool.write(`answer-${randomUUID()}.txt`, text) } }
  } catch (error) {
    // A paid answer must not be lost to a full disk: it stays in memory and goes to its row whole.
    logger.error('service.spoolFailed', { cause: causeOf(error) })
    return { ...answer, body: { kind: 'text', text } }
  }
}

const keptNames = /^(content-type|retry-after|retry-after-ms|date|location|cf-ray)$|request-?id$|trace-?id$/

function keptHeaders(
  headers: Dispatcher.ResponseData['headers'],
  redact: KeyRedactor,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const single = singleHeader(value)
    if (single !== undefined && keptNames.test(name)) kept[name] = redact(single).slice(0, 2000)
  }
  return kept
}

export function singleHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}
