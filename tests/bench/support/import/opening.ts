import type { BenchApp } from '../benchApp'

/** What it cost to open a table once. */
export interface Opening {
  /** From the press of the keys until every row was checked and the first ones were on the screen, in milliseconds. */
  readonly ms: number
  /** The longest time that the main process was blocked, in milliseconds. */
  readonly longestBlockMs: number
}

/** Opens a file with the shortcut and a dialog that answers at once, and closes the table again. */
export async function openTable(
  { electron, page }: BenchApp,
  { path, rows }: { readonly path: string; readonly rows: number },
): Promise<Opening> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] })
  }, path)
  const watch = await electron.evaluateHandle(() => {
    const delay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    return delay
  })
  await page.evaluate(
    (ready) => {
      const button = (name: string) =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)
      const isShown = () =>
        button(ready) !== undefined &&
        document.querySelector('[role=grid]')?.textContent?.includes('Study 1 of')
      const opened = new Promise<number>((resolve) => {
        const start = async ({ timeStamp, key }: KeyboardEvent) => {
          if (key.toLowerCase() !== 'o') return
          window.removeEventListener('keydown', start, true)
          while (!isShown()) await new Promise(requestAnimationFrame)
          resolve(performance.now() - timeStamp)
        }
        window.addEventListener('keydown', start, true)
      })
      Object.assign(window, { opened })
    },
    `Queue ${rows.toLocaleString('en')} rows`,
  )
  await page.keyboard.press('ControlOrMeta+O')
  const ms = await page.evaluate(() => Reflect.get(window, 'opened') as Promise<number>)
  const longestBlockMs = await watch.evaluate((delay) => delay.max / 1e6)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('grid', { name: 'Rows' }).waitFor({ state: 'detached' })
  return { ms, longestBlockMs }
}
