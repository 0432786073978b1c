import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, isAbsolute, relative, resolve } from 'node:path'
import { contentPolicy } from './contentPolicy'
import { scheme } from './schemes'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Serves the built renderer from `root`, and no file outside it. `onScript` is called when a script is on its way. */
export function createAppHandler(
  root: string,
  onScript: () => void = () => {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = fileWithin(root, new URL(request.url))
    const type = path === null ? undefined : types[extname(path)]
    if (request.method !== 'GET' || path === null || type === undefined) return missing()
    const bytes = await readFile(path).catch(() => null)
    if (bytes === null) return missing()
    if (extname(path) === '.js') setImmediate(onScript)
    const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' }
    if (extname(path) !== '.html') return new Response(bytes, { headers })

    const nonce = randomBytes(18).toString('base64')
    return new Response(withNonce(bytes.toString('utf8'), nonce), {
      headers: {
        ...headers,
        'content-security-policy': contentPolicy({ nonce }),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    })
  }
}

/** The file that one of our URLs names, or null if it would be outside the root. */
export function fileWithin(root: string, url: URL): string | null {
  if (url.hostname !== scheme.appHost) return null
  let pathname: string
  try {
    pathname = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  if (/[\\\0]/.test(pathname)) return null
  const path = resolve(root, `.${pathname === '/' ? '/index.html' : pathname}`)
  const inside = relative(root, path)
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? null : path
}

/** Where the page finds the nonce for the style elements its components add. */
function withNonce(html: string, nonce: string): string {
  return html.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`)
}

function missing(): Response {
  return new Response(null, { status: 404 })
}

/** Time for the page before the core takes over the main process's thread. */
interface HeadStart {
  /** Resolves when `end` is called, or after the limit at the latest. */
  readonly over: Promise<void>
  end(): void
}

/** `limitMs`: a page that never asks for its script must not keep the core from starting; default 1000. */
export function createHeadStart(limitMs = 1000): HeadStart {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const timer = setTimeout(end, limitMs)
  return {
    over: over.finally(() => clearTimeout(timer)),
    end: () => end(),
  }
}
