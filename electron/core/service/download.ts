import { type AppError, appError, type ErrorCode } from '@shared/errors'
import type { Dispatcher } from 'undici'
import type { Clock, Logger } from '../ports'
import { isDiskFull, systemCode } from '../systemCode'
import { orAborted } from './abort'
import { decompressed } from './answerBody'
import { type BodyPace, paced } from './bodyPace'
import type { Dispatchers } from './dispatchers'
import { answerOf, firstByte, setback, validatorOf, wholeLength } from './downloadAnswer'
import { createRoute, type Hop, later } from './downloadRoute'
import { callHeaders } from './endpoints'
import { causeOf, networkError } from './networkErrors'
import {
  append,
  beginPartial,
  discardPartial,
  endPartial,
  findPartial,
  type Partial,
  TooLong,
  Unwritable,
} from './partialFiles'
import { literalAddress, type NameDeps } from './privateAddresses'
import type { SentHeaders } from './sentHeaders'
import type { DownloadOptions, FileWork } from './serviceClient'
import type { DownloadVerdict } from './verdict'

export interface DownloadDeps extends NameDeps {
  readonly wire: SentHeaders
  readonly dispatchers: Dispatchers
  readonly clock: Clock
  readonly logger: Logger
  /** Milliseconds until the answer's headers arrive, and without a byte of its body. */
  readonly timeoutMs: number
  /** A slower body is aborted and resumed later. */
  readonly pace: BodyPace
}

const redirectLimit = 5
const defaultMaximum = 256 * 1024 * 1024
const atOnce: FileWork = (work) => work()

/** Downloads one result to a file. Redirects are followed manually, and each hop is checked again. */
export async function download(
  deps: DownloadDeps,
  url: string,
  options: DownloadOptions,
): Promise<DownloadVerdict> {
  const { target, signal } = options
  const route = createRoute(target, options, deps)
  let from: URL | null = null
  let next = url
  for (let hops = 0; hops <= redirectLimit; hops++) {
    if (signal.aborted) return { kind: 'aborted' }
    const hop = await route(next, from)
    if (hop.kind !== 'hop') return from === null ? hop : ofRedirect(hop)
    const step = await fetchHop(deps, hop, options)
    if (step.kind !== 'redirected') return step
    from = hop.url
    next = step.to
  }
  return ofRedirect({ kind: 'refused', error: appError('imageRefused', { detail: { cause: 'redirects' } }) })
}

/** A network that asks for a login redirects everything to places of its own, so this settles nothing. */
function ofRedirect(verdict: DownloadVerdict): DownloadVerdict {
  if (verdict.kind !== 'refused') return verdict
  return { kind: 'retry', error: { ...verdict.error, retry: 'free' }, retryAfterMs: null }
}

type Step = DownloadVerdict | { readonly kind: 'redirected'; readonly to: string }

async function fetchHop(deps: DownloadDeps, hop: Hop, options: DownloadOptions): Promise<Step> {
  const { signal, toFile, files = atOnce } = options
  const partial = await files(() => findPartial(toFile, identity(hop.url)))
  if (partial !== null && partial.bytes === partial.length) return takeWhole(options, partial)
  const dispatcher = await deps.dispatchers.for(hop.purpose, options.target.proxy)
  const { outcome, written } = deps.wire.follow(() => request(dispatcher, deps, hop, options, partial))
  let response: Dispatcher.ResponseData | null = null
  try {
    response = await orAborted(outcome, signal)
    return await receive(deps, hop, options, response, partial)
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    if (error instanceof TooLong) {
      await files(() => discardPartial(toFile))
      return { kind: 'refused', error: appError('imageTooLarge') }
    }
    if (error instanceof Unwritable) return unwritable(error)
    const instead = broken(deps, error, { hop, written: written() })
    return instead.kind === 'hop' ? await fetchHop(deps, instead, options) : instead
  } finally {
    response?.body.destroy()
  }
}

/** All of it is here; only its fsync may be missing. */
async function takeWhole(
  { toFile, files = atOnce }: DownloadOptions,
  partial: Partial,
): Promise<DownloadVerdict> {
  try {
    if (!partial.whole) await files(() => endPartial(toFile, partial))
    return { kind: 'fetched', resumed: true }
  } catch (error) {
    if (error instanceof Unwritable) return unwritable(error)
    throw error
  }
}

function request(
  dispatcher: Dispatcher,
  { timeoutMs }: DownloadDeps,
  { url, withKey }: Hop,
  { target, signal }: DownloadOptions,
  partial: Partial | null,
): Promise<Dispatcher.ResponseData> {
  return dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: {
      ...callHeaders({ key: withKey ? target.key : null }),
      accept: 'image/*,*/*;q=0.8',
      ...rest(partial),
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal,
  })
}

function rest(partial: Partial | null): Readonly<Record<string, string>> {
  if (partial === null || partial.validator === null) return {}
  return { range: `bytes=${partial.bytes}-`, 'if-range': partial.validator }
}

async function receive(
  deps: DownloadDeps,
  { url }: Hop,
  options: DownloadOptions,
  response: Dispatcher.ResponseData,
  partial: Partial | null,
): Promise<Step> {
  const { toFile, maximumBytes = defaultMaximum, files = atOnce } = options
  // A body that we reject must not throw when it is destroyed.
  response.body.on('error', () => undefined)
  const answer = answerOf(response)
  const { location } = answer.headers
  if ([301, 302, 303, 307, 308].includes(answer.status) && location !== undefined)
    return { kind: 'redirected', to: location }
  if (answer.status === 416) await files(() => discardPartial(toFile))
  const refusal = setback(answer, deps.clock.now())
  if (refusal !== null) return refusal
  const start = firstByte(answer, partial?.bytes ?? 0)
  const length = wholeLength(answer)
  if (start === null || (start > 0 && isAnother(partial, length))) {
    await files(() => discardPartial(toFile))
    return retry('range')
  }
  if (length !== null && length > maximumBytes) throw new TooLong()
  const record = { url: identity(url), validator: validatorOf(answer), length }
  if (start === 0) await files(() => beginPartial(toFile, { ...record, whole: false }))
  const body = decompressed(response.body, answer.headers['content-encoding'])
  const chunks = paced(body, deps.pace, deps.clock)
  const bytes = await append(toFile, start, chunks, { maximumBytes, files })
  if (length !== null && bytes !== length) {
    await files(() => discardPartial(toFile))
    return retry('length')
  }
  // It isn't there yet: no image is empty.
  if (bytes === 0) return retry('empty', 'answerEmpty')
  await files(() => endPartial(toFile, { ...record, length: bytes }))
  return { kind: 'fetched', resumed: start > 0 }
}

/** A file of another length can't contain the rest of ours, whatever vouches for it. */
function isAnother(partial: Partial | null, length: number | null): boolean {
  return partial !== null && partial.length !== null && length !== null && partial.length !== length
}

/** The address without the parts that a fresh signature changes; the validator vouches for the bytes. */
function identity(url: URL): string {
  return `${url.origin}${url.pathname}`
}

function unwritable({ cause }: Unwritable): DownloadVerdict {
  const reason = systemCode(cause) ?? causeOf(cause)
  const code = isDiskFull(reason) ? 'diskLow' : 'libraryUnwritable'
  return {
    kind: 'retry',
    error: appError(code, { retry: 'free', detail: { cause: reason } }),
    retryAfterMs: null,
  }
}

/** What arrived differs from what the headers said. */
function retry(cause: string, code: ErrorCode = 'connectionLost'): DownloadVerdict {
  return {
    kind: 'retry',
    error: appError(code, { retry: 'free', detail: { cause } }),
    retryAfterMs: null,
  }
}

/** The proxy answered with a status to an address that was sent instead of a name. */
function isNumberRefused({ code, detail }: AppError, { purpose, url }: Hop): boolean {
  const status = Number(detail?.cause)
  const isRefusal = code === 'proxyRefused' && status >= 400 && status !== 407
  return isRefusal && purpose !== 'proxiedNames' && literalAddress(url.hostname) === null
}

function broken(
  { logger }: DownloadDeps,
  failure: unknown,
  { hop, written }: { readonly hop: Hop; readonly written: boolean },
): DownloadVerdict | Hop {
  const secure = hop.url.protocol === 'https:'
  const error: AppError = { ...networkError(failure, { written, secure }), retry: 'free' }
  logger.warn('service.downloadBroken', { code: error.code, cause: error.detail?.cause ?? null })
  if (error.code === 'imageHostPrivate') return hop.whenPrivate
  // A filter may be why a name leads nowhere, and the name may lead elsewhere later.
  if (error.code === 'imageAddressForbidden') return later('imageHostForbidden', hop.url)
  if (isNumberRefused(error, hop)) return hop.whenNumberRefused
  return { kind: 'retry', error, retryAfterMs: null }
}
