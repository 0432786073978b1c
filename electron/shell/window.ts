import { native } from '@shared/text/native'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { Page } from './page'
import type { SettingsStore, WindowBounds } from './settingsStore'

export interface WindowOptions {
  readonly page: Page
  /** Absolute path of the built preload script. */
  readonly preload: string
  readonly settings: Pick<SettingsStore, 'readBounds' | 'writeBounds'>
  readonly devTools: boolean
}

/** The page's `--canvas`, so that nothing flashes before the page has loaded. */
const background = { dark: '#101214', light: '#f4f6f7' } as const

/** A page that has loaded is drawn within this time, in ms. */
const readyMs = 500

function currentBackground(): string {
  return nativeTheme.shouldUseDarkColors ? background.dark : background.light
}

/** The only window, shown once it has something to show. Saves its position in the settings. */
export function createWindow(options: WindowOptions): BrowserWindow {
  const { page, preload, settings, devTools } = options
  const bounds = visible(settings.readBounds())
  const window = new BrowserWindow({
    title: native.appName,
    width: bounds?.width ?? 1280,
    height: bounds?.height ?? 800,
    ...(bounds === null ? {} : { x: bounds.x, y: bounds.y }),
    minWidth: 720,
    minHeight: 560,
    show: false,
    backgroundColor: currentBackground(),
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools,
    },
  })

  let isShown = false
  const show = () => {
    if (isShown || window.isDestroyed()) return
    isShown = true
    if (bounds?.maximized) window.maximize()
    window.show()
  }
  window.once('ready-to-show', show)
  // That never comes if the window gets another size before its first frame.
  window.webContents.once('did-finish-load', () => setTimeout(show, readyMs))
  window.on('close', () => {
    settings.writeBounds({ ...window.getNormalBounds(), maximized: window.isMaximized() })
  })
  const followTheme = () => window.setBackgroundColor(currentBackground())
  nativeTheme.on('updated', followTheme)
  window.once('closed', () => nativeTheme.removeListener('updated', followTheme))

  // `did-fail-load` reports failures.
  window.loadURL(page.url).catch(() => {})
  return window
}

/** Brings the window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Null if the screen the window was on is gone. */
function visible(bounds: WindowBounds | null): WindowBounds | null {
  if (bounds === null) return null
  const area = screen.getDisplayMatching(bounds).workArea
  const overlaps =
    bounds.x < area.x + area.width &&
    bounds.x + bounds.width > area.x &&
    bounds.y < area.y + area.height &&
    bounds.y + bounds.height > area.y
  return overlaps ? bounds : null
}
