import type { App } from 'electron'
import type { Page } from './page'

const deadProxy = 'http://127.0.0.1:1'

/** Whether the page comes from our own scheme, not from the dev server. */
const isOurs = ({ origin }: Page): boolean => !origin.startsWith('http')

type Refusable = (event: { preventDefault(): void }) => void

/** The part of Electron's session that is used here. */
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
 * Chromium downloads dictionaries from its maker's servers for every session, whether or not a page uses spell
 * checking. Call it before any session exists: a session starts downloading as soon as it is created.
 */
export function refuseDictionaries(app: App): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]))
}

/**
 * The session has no permissions except to fill the screen, which quick look asks for, and no devices, and reaches no
 * address except the page's own.
 */
export function lockSession(session: LockableSession, page: Page): void {
  // Anything that bypasses the page's policy and the filter below, for example WebRTC, finds a proxy where nothing
  // listens.
  if (isOurs(page)) void session.setProxy({ proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === 'fullscreen'))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())

  // Our own schemes are not filtered: images need no round trip through here.
  const urls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']
  session.webRequest.onBeforeRequest({ urls }, ({ url }, answer) => {
    answer({ cancel: !isPageRequest(url, page) })
  })
}

/** The dev server and its hot reload; nothing if the page comes from our own scheme. */
export function isPageRequest(url: string, page: Page): boolean {
  if (isOurs(page)) return false
  return new URL(url).origin.replace(/^ws/, 'http') === page.origin
}

/** No page of the app can navigate, open a window, or embed others. */
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
