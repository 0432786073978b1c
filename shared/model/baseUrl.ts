import type { ErrorCode } from '../errors'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** True for `localhost`, 127.0.0.0/8 and `[::1]`, as in `URL.hostname`. */
export function isLoopbackHost(hostname: string): boolean {
  return loopback.test(hostname)
}

/** The problem with a base URL as typed, or null. HTTPS only; plain HTTP for loopback. */
export function baseUrlProblem(
  text: string,
): Extract<ErrorCode, 'baseUrlInvalid' | 'baseUrlInsecure'> | null {
  if (!URL.canParse(text)) return 'baseUrlInvalid'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'baseUrlInvalid'
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return 'baseUrlInvalid'
  return isLoopbackHost(url.hostname) ? null : 'baseUrlInsecure'
}
