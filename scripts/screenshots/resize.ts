import type { ElectronApplication, Page } from '@playwright/test'
import type { WindowSize } from './scene.ts'

/** Gives the window's content this size; resolves when the page has it. */
export async function resize(page: Page, app: ElectronApplication, size: WindowSize): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setBounds({ x: 0, y: 0 })
    window?.setContentSize(width, height)
  }, size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
}
