import type { App } from 'electron'
import type { Page } from './page'

const deadProxy = 'http://127.0.0.1:1'

/** The page is our own scheme's, and not the dev server's. */
const isOurs = ({ origin }: Page): boolean => !origin.startsWith('http')

type Refusable = (event: { preventDefault(): void }) => void

/** What is asked of Electron's session. */
interface LockableSession {
  setProxy(config: { readonly proxyRules: string; readonly proxyBypassRules: string }): Promise<void>
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void,
  ): void
  setPermissionCheckHandler(handler: () => boolean): void
  setDevicePermissionHandler(handler: () => boolean): void
  on(event: 'will-download', listener: Refusable): unknown
  readonly webRequest: {
    onBeforeRequest(
      filter: { readonly urls: string[] },
      listener: (details: { readonly url: string }, answer: (verdict: { cancel: boolean }) => void) => void,
    ): void
  }
}

/**
 * Chromium fetches dictionaries from its maker's servers for every session, whether or not a page has its spelling
 * checked. To be called before there is any: what a session is made with is fetched at once.
 */
export function refuseDictionaries(app: App): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]))
}

/** The session asks nobody for anything: no permission, no device, no address but the page's own. */
export function lockSession(session: LockableSession, page: Page): void {
  // What goes past the page's policy and the filter below, WebRTC for example, finds a proxy where nobody listens.
  if (isOurs(page)) void session.setProxy({ proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())

  // Our own schemes are left out of the filter: pictures need no round trip through here.
  const urls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']
  session.webRequest.onBeforeRequest({ urls }, ({ url }, answer) => {
    answer({ cancel: !isPageRequest(url, page) })
  })
}

/** The dev server and its hot reload; nothing at all when the page is our own scheme's. */
export function isPageRequest(url: string, page: Page): boolean {
  if (isOurs(page)) return false
  return new URL(url).origin.replace(/^ws/, 'http') === page.origin
}

/** No contents of the app go anywhere, open anything, or hold others. */
export function lockContents(app: App, page: Page): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('will-frame-navigate', (event) => {
      // The dev server reloads the page it is on.
      if (event.url !== page.url) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
