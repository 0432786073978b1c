import { createHmac } from 'node:crypto'
import type { DemoOptions } from '@shared/processes/demo'
import { type ApiError, badRequest } from './apiError'

/** Result URLs: signed, and with a limited life if the options limit it. */
export interface ResultLinks {
  /** The path with its query. Each call gives it a new life. */
  make(path: string): string
  /** Null if the link is valid. */
  problem(url: URL): ApiError | null
}

export function createResultLinks(
  options: Pick<DemoOptions, 'urlLifetimeMs'> & { readonly key: string },
): ResultLinks {
  const { key, urlLifetimeMs } = options
  const sign = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${path} ${expires}`).digest('hex')
  return {
    make(path) {
      if (urlLifetimeMs === null) return path
      const expires = String(Date.now() + urlLifetimeMs)
      return `${path}?expires=${expires}&signature=${sign(path, expires)}`
    },
    problem({ pathname, searchParams }) {
      if (urlLifetimeMs === null) return null
      const expires = searchParams.get('expires') ?? ''
      const forbidden = (message: string, code: string) => ({ ...badRequest(message, code), status: 403 })
      if (searchParams.get('signature') !== sign(pathname, expires))
        return forbidden('The signature of this link does not match.', 'signature_invalid')
      if (Date.now() > Number(expires)) return forbidden('This link has expired.', 'link_expired')
      return null
    },
  }
}
