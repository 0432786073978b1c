import { AppFailure, appError } from '@shared/errors'
import type { Session } from 'electron'
import type { Ports } from '../core/ports'

/** The system's proxy, automatic configuration included, as the browser part of Electron finds it. */
export function createProxy(session: Pick<Session, 'resolveProxy'>): Ports['proxy'] {
  return { resolve: async (url) => readProxyList(await session.resolveProxy(url)) }
}

/**
 * Takes the first usable entry of a list like `PROXY host:80; SOCKS5 host:1080; DIRECT`. Throws if none is usable:
 * bypassing a proxy that was set up wouldn't be what the person wants. `DIRECT` means no proxy; an empty list is
 * Electron's sign for a failed look-up.
 */
export function readProxyList(list: string): string | null {
  const entries = list
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  for (const entry of entries) {
    const [kind = '', host] = entry.split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    if (host !== undefined && kind.toUpperCase() === 'PROXY') return `http://${host}`
    if (host !== undefined && kind.toUpperCase() === 'HTTPS') return `https://${host}`
  }
  throw new AppFailure(
    appError('proxyRefused', { retry: 'free', detail: { cause: entries[0]?.slice(0, 200) } }),
  )
}
