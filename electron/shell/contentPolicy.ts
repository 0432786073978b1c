import { scheme } from './schemes'

export interface PolicyOptions {
  /** The nonce of this response: only style elements that have it apply. */
  readonly nonce: string
  /** For the dev server: its hot reload starts with an inline script, which has the nonce too. */
  readonly hotReload?: boolean
}

/** The page may load what the app serves, show images of the library, and reach nothing else. */
export function contentPolicy({ nonce, hotReload = false }: PolicyOptions): string {
  return [
    "default-src 'none'",
    hotReload ? `script-src 'self' 'nonce-${nonce}'` : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' ${scheme.image}:`,
    "font-src 'self'",
    // For the dev server's origin, 'self' includes the socket of its hot reload.
    `connect-src 'self' ${scheme.image}:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
