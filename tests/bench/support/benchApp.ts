import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { z } from 'zod'
import { sandboxArguments } from '../../../scripts/display'
import { definedEnvironment } from '../../../scripts/environment'

export interface BenchApp {
  readonly electron: ElectronApplication
  readonly page: Page
  /** When the process was started, and when the page first showed `usable`: milliseconds since 1970. */
  readonly startedAt: number
  readonly usableAt: number
}

/** The runtime that the benchmark runner chose. */
export function namedElectron(): string {
  const executable = process.env.ELECTRON_EXEC_PATH
  if (executable === undefined) throw new Error('ELECTRON_EXEC_PATH names no Electron')
  return executable
}

/** A button by its text, or a field by its label. */
interface Control {
  readonly role: 'button' | 'textbox'
  readonly name: string
}

/** Starts an app on that runtime and waits until a button or field of this name can be used. */
export async function startApp(
  executablePath: string,
  app: string,
  options: {
    readonly profile: string
    readonly usable: Control
    readonly env?: Readonly<Record<string, string>>
  },
): Promise<BenchApp> {
  // On the same clock as a page's.
  const startedAt = performance.timeOrigin + performance.now()
  const electron = await _electron.launch({
    executablePath,
    args: [...sandboxArguments(), '--disable-gpu', app, `--user-data-dir=${options.profile}`],
    env: { ...definedEnvironment(), DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...options.env },
  })
  const page = await electron.firstWindow()
  return { electron, page, startedAt, usableAt: await firstFrameWith(page, options.usable) }
}

/**
 * When the first frame with this control was drawn. The page itself looks in each frame: a locator looks every 20 to
 * 500 ms, and only when the page is idle.
 */
async function firstFrameWith(page: Page, { role, name }: Control): Promise<number> {
  const at = await page.waitForFunction(
    ([selector, name]) => {
      const nameOf = (control: HTMLElement): string =>
        control.ariaLabel ?? (control as HTMLInputElement).labels?.[0]?.textContent ?? control.textContent
      const controls = [...document.querySelectorAll<HTMLElement>(selector)]
      const isThere = controls.some((control) => nameOf(control).trim() === name && control.checkVisibility())
      return isThere && performance.timeOrigin + performance.now()
    },
    [role === 'button' ? 'button' : 'input, textarea', name] as const,
    { polling: 'raf' },
  )
  return z.number().parse(await at.jsonValue())
}
