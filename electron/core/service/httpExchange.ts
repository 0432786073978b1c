import { randomUUID } from 'node:crypto'
import { type AppError, appError } from '@shared/errors'
import type { Dispatcher } from 'undici'
import type { Clock, Logger } from '../ports'
import { abortReason, orAborted, pause, withRecall } from './abort'
import { type BodyEnd, bodyText, decompressed, readBody } from './answerBody'
import { type AnswerFrame, createAnswerFrame } from './answerFrame'
import type { Lift } from './answerLift'
import { isImageBytes, isOddFile } from './answers/imageBytes'
import type { RawAnswer } from './answers/rawAnswer'
import { type BodyPace, paced } from './bodyPace'
import type { Endpoint } from './endpoints'
import type { Exchange } from './exchange'
import type { KeyRedactor } from './keyRedaction'
import { causeOf, networkError } from './networkErrors'
import type { SentHeaders } from './sentHeaders'
import type { Spool } from './spool'

/** The most bytes of a body stored in a row; a larger one goes to a file. */
const rowLimit = 256 * 1024
/** Bytes: room for twenty large images in base64. */
const bodyLimit = 512 * 1024 * 1024
/** Milliseconds until a write of a paid answer that the disk refused is retried. */
const writeAgainMs = 1000

export interface ExchangeDeps {
  readonly wire: SentHeaders
  readonly spool: Spool
  readonly clock: Clock
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
  readonly pace: BodyPace
  /** Identifies what the images in the answer belong to. */
  readonly owner: string
  /** Begins the names of the answer's files. */
  readonly prefix: string
  readonly redact: KeyRedactor
  readonly signal: AbortSignal
  /** Ends it only as long as nothing of it is on the wire. */
  readonly recall?: AbortSignal | undefined
}

/**
 * Makes one HTTP exchange, once: nothing here sends a request again. Never rejects because of the network; a free one
 * rejects if its images can't be written.
 */
export async function exchange(deps: ExchangeDeps, call: HttpCall): Promise<Exchange> {
  const { wire, logger } = deps
  const { dispatcher, endpoint, signal, recall } = call
  if (signal.aborted || recall?.aborted) return { kind: 'aborted', written: false, by: abortReason(signal) }

  const stop = withRecall(signal, recall, () => !written())
  const { outcome, written } = wire.follow(() =>
    dispatcher.request({
      origin: endpoint.origin,
      path: endpoint.path,
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      headersTimeout: call.headersTimeoutMs,
      bodyTimeout: call.bodyTimeoutMs,
      signal: stop,
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
    response = await orAborted(outcome, stop, () => !written())
  } catch (error) {
    if (stop.aborted) return { kind: 'aborted', written: written(), by: abortReason(stop) }
    return failed(networkError(error, { written: written(), secure: endpoint.secure }))
  }

  const type = singleHeader(response.headers['content-type'])
  const mayBeOdd = response.statusCode >= 200 && response.statusCode < 300
  const isFile = (first: Uint8Array): boolean =>
    isImageBytes(first) || (mayBeOdd && isOddFile(first, { type, isPaid: call.method === 'POST' }))
  const frame = createAnswerFrame({ ...call, isFile, spool: deps.spool })
  const body = decompressed(response.body, singleHeader(response.headers['content-encoding']))
  const end = await readBody(paced(body, call.pace, deps.clock), frame, bodyLimit)
  if (end === 'whole') await frame.end()
  // An image of a paid answer that is whole counts, even if the app ends before the rest arrives, or the rest is too
  // much.
  const isKept = call.method === 'POST' && frame.lifts.some((lift) => lift.placed() !== null)
  if (!isKept && (end === 'tooLarge' || (end === 'cut' && signal.aborted))) {
    await discard(deps, call, frame.lifts)
    if (end === 'tooLarge') return failed(appError('answerTooLarge', { retry: 'maybeTwice' }))
    return { kind: 'aborted', written: true, by: abortReason(signal) }
  }
  const lifted = await endLifts(deps, call, frame.lifts)
  if (lifted === null) return { kind: 'aborted', written: true, by: abortReason(signal) }
  return { kind: 'answered', answer: await keep(deps, call, response, { frame, ...lifted, end }) }
}

/**
 * A poll's files stay until the next start: an item may refer to one that an earlier poll brought under the same name.
 */
async function discard({ spool }: ExchangeDeps, { method }: HttpCall, lifts: readonly Lift[]): Promise<void> {
  for (const lift of lifts) {
    await lift.discard()
    const path = lift.placed()
    if (path !== null && method === 'POST') await spool.remove([path])
  }
}

/**
 * Makes what was lifted durable. Anything lost from a paid answer is lost for ever, so a full disk is waited for until
 * the app ends. Whatever has its file by then counts, even if the folder couldn't be synced. `isWhole` is false if some
 * are missing; the result is null if all are.
 */
async function endLifts(
  { clock, logger }: ExchangeDeps,
  { method, signal }: HttpCall,
  lifts: readonly Lift[],
): Promise<{ readonly lifted: RawAnswer['lifted']; readonly isWhole: boolean } | null> {
  const lifted: Record<string, string> = {}
  let isWhole = true
  for (const lift of lifts) {
    for (;;) {
      try {
        const path = await lift.end()
        if (path === null) await lift.discard()
        else lifted[lift.mark] = path
        break
      } catch (problem) {
        if (method === 'GET') {
          // The next poll brings them again.
          for (const one of lifts) await one.discard().catch(() => undefined)
          throw problem
        }
        logger.error('service.spoolFailed', { cause: causeOf(problem) })
        if (!signal.aborted) {
          await pause(clock, writeAgainMs, signal)
          continue
        }
        const path = lift.placed()
        if (path === null) isWhole = false
        else lifted[lift.mark] = path
        break
      }
    }
  }
  return isWhole || Object.keys(lifted).length > 0 ? { lifted, isWhole } : null
}

async function keep(
  { spool, logger }: ExchangeDeps,
  { redact, method, prefix }: HttpCall,
  { statusCode, headers }: Dispatcher.ResponseData,
  {
    frame,
    lifted,
    isWhole,
    end,
  }: { frame: AnswerFrame; lifted: RawAnswer['lifted']; isWhole: boolean; end: BodyEnd },
): Promise<RawAnswer> {
  const kept = keptHeaders(headers, redact)
  const bytes = frame.bytes()
  const complete = end === 'whole' && isWhole
  let text = redact(bodyText(bytes, kept['content-type']), { cut: !complete })
  // Anything that turned out not to be an image is replaced with nothing.
  for (const { mark } of frame.lifts) if (lifted[mark] === undefined) text = text.replaceAll(mark, '')
  const answer = {
    status: statusCode,
    headers: kept,
    lifted,
    complete,
    ...(isWhole ? {} : { isUnkept: true }),
  }
  // A poll's answer is read at once and not stored.
  if (bytes.length <= rowLimit || method === 'GET') return { ...answer, body: { kind: 'text', text } }
  try {
    return {
      ...answer,
      body: { kind: 'file', path: await spool.write(`${prefix}answer-${randomUUID()}.txt`, text) },
    }
  } catch (error) {
    // A paid answer must not be lost to a full disk: it stays in memory and goes into its row whole.
    logger.error('service.spoolFailed', { cause: causeOf(error) })
    return { ...answer, body: { kind: 'text', text } }
  }
}

const keptNames =
  /^(content-type|retry-after|retry-after-ms|date|(operation-)?location|cf-ray)$|request-?id$|trace-?id$|^(x-)?rate-?limit-reset/

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
