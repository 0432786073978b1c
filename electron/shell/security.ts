import type { App, Session } from 'electron'
import type { Page } from './page'

/** The session asks nobody for anything: no permission, no device, no address but the page's own. */
export function lockSession(session: Session, page: Page): void {
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
  if (!page.origin.startsWith('http')) return false
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
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
