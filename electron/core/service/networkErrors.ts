import { type AppError, appError, type ErrorCode } from '@shared/errors'
import { isRecord } from './answers/json'

/** Thrown by our own connector if the proxy wouldn't or couldn't connect. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal'
  /** The proxy's HTTP status, or the system's code if it couldn't be reached. */
  readonly reason: string

  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super(`proxy: ${reason}`, options)
    this.reason = reason
  }
}

/** Thrown when connecting, if a result's host has no address that may be fetched from. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  /** The user may allow it. */
  readonly allowable: boolean

  constructor(hostname: string, allowable: boolean) {
    super(`${hostname} is not to be reached`)
    this.allowable = allowable
  }
}

const beforeSending: Readonly<Record<string, ErrorCode>> = {
  ENOTFOUND: 'hostNotFound',
  ENODATA: 'hostNotFound',
  ENONAME: 'hostNotFound',
  EAI_NONAME: 'hostNotFound',
  EAI_NODATA: 'hostNotFound',
  EAI_FAIL: 'hostNotFound',
  EAI_AGAIN: 'offline',
  ENETUNREACH: 'offline',
  ENETDOWN: 'offline',
  EADDRNOTAVAIL: 'offline',
  ECONNREFUSED: 'connectionRefused',
  EHOSTUNREACH: 'hostUnreachable',
  EHOSTDOWN: 'hostUnreachable',
  EACCES: 'hostUnreachable',
  EPERM: 'hostUnreachable',
  UND_ERR_CONNECT_TIMEOUT: 'connectTimeout',
  ETIMEDOUT: 'connectTimeout',
}

const afterSending: Readonly<Record<string, ErrorCode>> = {
  UND_ERR_HEADERS_TIMEOUT: 'answerTimeout',
  UND_ERR_BODY_TIMEOUT: 'answerTimeout',
  TOO_SLOW: 'answerTimeout',
  UND_ERR_HEADERS_OVERFLOW: 'answerUnreadable',
  UND_ERR_RESPONSE: 'answerUnreadable',
  HTTPParserError: 'answerUnreadable',
}

/** Codes which mean that nothing could be reached, whatever was requested. */
export const unreachedCodes: ReadonlySet<ErrorCode> = new Set([
  ...Object.values(beforeSending),
  'tlsFailed',
  'proxyRefused',
])

const untrusted =
  /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|CRL_|ERR_TLS_CERT_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/
const brokenTls = /^(ERR_SSL_|ERR_TLS_|EPROTO$|UND_ERR_PRX_TLS$)/

/**
 * Names a network failure. `written`: our headers were on the wire, so a lost connection shows nothing about what the
 * service did; `secure`: TLS was expected.
 */
export function networkError(
  error: unknown,
  { written, secure }: { readonly written: boolean; readonly secure: boolean },
): AppError {
  if (error instanceof ProxyRefusal) return named('proxyRefused', error.reason)
  if (error instanceof ForbiddenAddress)
    return appError(error.allowable ? 'imageHostPrivate' : 'imageAddressForbidden')
  const cause = causeOf(error)
  if (untrusted.test(cause)) return named('certificateUntrusted', cause)
  if (written) return named(answerCode(cause), cause, 'maybeTwice')
  if (brokenTls.test(cause)) return named('tlsFailed', cause)
  // Before our headers are sent, a closed connection means a broken handshake.
  return named(beforeSending[cause] ?? (secure ? 'tlsFailed' : 'connectionRefused'), cause)
}

function answerCode(cause: string): ErrorCode {
  return afterSending[cause] ?? (cause.startsWith('HPE_') ? 'answerUnreadable' : 'connectionLost')
}

function named(code: ErrorCode, cause: string, retry: 'free' | 'maybeTwice' = 'free'): AppError {
  return appError(code, { retry, detail: { cause: cause.slice(0, 200) } })
}

/** The system's own code: that of the error, of the first of several errors, or of its cause. */
export function causeOf(error: unknown): string {
  let current = error
  for (let depth = 0; depth < 5 && isRecord(current); depth++) {
    if (typeof current.code === 'string' && current.code !== '') return current.code
    current = Array.isArray(current.errors) ? current.errors[0] : current.cause
  }
  return error instanceof Error ? error.name : 'unknown'
}
