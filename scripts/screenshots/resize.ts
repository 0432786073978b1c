import type { ElectronApplication, Page } from '@playwright/test'
import type { WindowSize } from './scene.ts'

/** Gives the window's content this size and zoom; resolves once the page has both. */
export async function resize(page: Page, app: ElectronApplication, size: WindowSize): Promise<void> {
  const { width, height, zoom = 1 } = size
  await app.evaluate(
    ({ BrowserWindow }, wanted) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setBounds({ x: 0, y: 0 })
      window?.setContentSize(wanted.width, wanted.height)
      window?.webContents.setZoomFactor(wanted.zoom)
    },
    { width, height, zoom },
  )
  const near = { width: Math.round(width / zoom), height: Math.round(height / zoom) }
  await page.waitForFunction(
    (wanted) => Math.abs(innerWidth - wanted.width) <= 1 && Math.abs(innerHeight - wanted.height) <= 1,
    near,
  )
  // A tooltip, for example, stays where it was until the page has heard of its new size and was drawn with it.
  await page.evaluate(
    () => new Promise<number>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}
