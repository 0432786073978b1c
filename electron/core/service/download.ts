import type { LookupFunction } from 'node:net'
import { type AppError, appError } from '@shared/errors'
import type { Dispatcher } from 'undici'
import type { Clock, Logger } from '../ports'
import { orAborted } from './abort'
import { decompressed } from './answerBody'
import type { Dispatchers } from './dispatchers'
import { answerOf, firstByte, setback, validatorOf, wholeLength } from './downloadAnswer'
import { createRoute, type Hop } from './downloadRoute'
import { callHeaders } from './endpoints'
import { causeOf, networkError } from './networkErrors'
import { discard, type Partial, type PartialFiles, TooLong, Unwritable, writeFrom } from './partialFiles'
import type { DownloadOptions } from './serviceClient'
import type { DownloadVerdict } from './verdict'
import type { WireWatch } from './wireWatch'

export interface DownloadDeps {
  readonly wire: WireWatch
  readonly dispatchers: Dispatchers
  readonly partialFiles: PartialFiles
  readonly clock: Clock
  readonly logger: Logger
  readonly lookup: LookupFunction | undefined
  /** Milliseconds until the answer's headers are here, and without a byte of its body. */
  readonly timeoutMs: number
}

const redirectLimit = 5
const defaultMaximum = 256 * 1024 * 1024

/** Brings one result to a file. Redirects are followed by hand, each hop judged anew. */
export async function download(
  deps: DownloadDeps,
  url: string,
  options: DownloadOptions,
): Promise<DownloadVerdict> {
  const { target, signal } = options
  const route = await createRoute(target, options.withKey, deps.lookup)
  let from: URL | null = null
  let next = url
  for (let hops = 0; hops <= redirectLimit; hops++) {
    if (signal.aborted) return { kind: 'aborted' }
    const hop = await route(next, from)
    if ('code' in hop) return { kind: 'refused', error: hop }
    const step = await fetchHop(deps, hop, options)
    if (step.kind !== 'redirected') return step
    from = hop.url
    next = step.to
  }
  return { kind: 'refused', error: appError('imageRefused', { detail: { cause: 'redirects' } }) }
}

type Step = DownloadVerdict | { readonly kind: 'redirected'; readonly to: string }

async function fetchHop(deps: DownloadDeps, hop: Hop, options: DownloadOptions): Promise<Step> {
  const { signal, toFile } = options
  const partial = await deps.partialFiles.find(toFile, identity(hop.url))
  const { outcome, written } = deps.wire.follow(() => request(deps, hop, options, partial))
  let response: Dispatcher.ResponseData | null = null
  try {
    response = await orAborted(outcome, signal)
    return await receive(deps, hop, options, response, partial)
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    if (error instanceof TooLong) return tooLarge(deps, options)
    if (error instanceof Unwritable) return unwritable(error)
    return broken(deps, error, { written: written(), secure: hop.url.protocol === 'https:' })
  } finally {
    response?.body.destroy()
  }
}

function request(
  { dispatchers, timeoutMs }: DownloadDeps,
  { url, purpose, withKey }: Hop,
  { target, signal }: DownloadOptions,
  partial: Partial | null,
): Promise<Dispatcher.ResponseData> {
  return dispatchers.for(purpose, target.proxy).request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: {
      ...callHeaders({ key: withKey ? target.key : null }),
      accept: 'image/*,*/*;q=0.8',
      ...(partial === null ? {} : { range: `bytes=${partial.length}-`, 'if-range': partial.validator }),
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal,
  })
}

async function receive(
  deps: DownloadDeps,
  { url }: Hop,
  options: DownloadOptions,
  response: Dispatcher.ResponseData,
  partial: Partial | null,
): Promise<Step> {
  const { toFile, maximumBytes = defaultMaximum } = options
  // A body we turn away must not throw when it is destroyed.
  response.body.on('error', () => undefined)
  const answer = answerOf(response)
  const { location } = answer.headers
  if ([301, 302, 303, 307, 308].includes(answer.status) && location !== undefined)
    return { kind: 'redirected', to: location }
  if (answer.status === 416) await startOver(deps, toFile)
  const refusal = setback(answer, deps.clock.now())
  if (refusal !== null) return refusal
  const start = firstByte(answer, partial?.length ?? 0)
  const expected = wholeLength(answer)
  if (start === null) {
    await startOver(deps, toFile)
    return retry('range')
  }
  if (expected !== null && expected > maximumBytes) throw new TooLong()
  if (start === 0) deps.partialFiles.begin(toFile, identity(url), validatorOf(answer))
  const chunks = decompressed(response.body, answer.headers['content-encoding'])
  const bytes = await writeFrom(toFile, start, chunks, maximumBytes)
  if (expected !== null && bytes !== expected) {
    await startOver(deps, toFile)
    return retry('length')
  }
  deps.partialFiles.forget(toFile)
  return { kind: 'fetched' }
}

/** The address without what a fresh signature changes; the validator vouches for the bytes. */
function identity(url: URL): string {
  return `${url.origin}${url.pathname}`
}

async function startOver({ partialFiles }: DownloadDeps, toFile: string): Promise<void> {
  partialFiles.forget(toFile)
  await discard(toFile)
}

async function tooLarge(deps: DownloadDeps, { toFile }: DownloadOptions): Promise<DownloadVerdict> {
  await startOver(deps, toFile)
  return { kind: 'refused', error: appError('imageTooLarge') }
}

function unwritable({ cause }: Unwritable): DownloadVerdict {
  const reason = causeOf(cause)
  const code = reason === 'ENOSPC' || reason === 'EDQUOT' ? 'diskLow' : 'libraryUnwritable'
  return {
    kind: 'retry',
    error: appError(code, { retry: 'free', detail: { cause: reason } }),
    retryAfterMs: null,
  }
}

/** What came out otherwise than the headers said. */
function retry(cause: string): DownloadVerdict {
  return {
    kind: 'retry',
    error: appError('connectionLost', { retry: 'free', detail: { cause } }),
    retryAfterMs: null,
  }
}

function broken(
  { logger }: DownloadDeps,
  failure: unknown,
  wire: { readonly written: boolean; readonly secure: boolean },
): DownloadVerdict {
  const error: AppError = { ...networkError(failure, wire), retry: 'free' }
  logger.warn('service.downloadBroken', { code: error.code, cause: error.detail?.cause ?? null })
  if (error.code === 'imageAddressForbidden' || error.code === 'certificateUntrusted')
    return { kind: 'refused', error }
  return { kind: 'retry', error, retryAfterMs: null }
}
