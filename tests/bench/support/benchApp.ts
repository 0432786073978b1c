import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { sandboxArguments } from '../../../scripts/display'
import { definedEnvironment } from '../../../scripts/environment'

export interface BenchApp {
  readonly electron: ElectronApplication
  readonly page: Page
  /** Milliseconds from starting the process until `usable` was visible. */
  readonly usableMs: number
}

/** The runtime that the benchmark runner chose. */
export function namedElectron(): string {
  const executable = process.env.ELECTRON_EXEC_PATH
  if (executable === undefined) throw new Error('ELECTRON_EXEC_PATH names no Electron')
  return executable
}

/** Starts an app on that runtime and waits until a button or field of this name can be used. */
export async function startApp(
  executablePath: string,
  app: string,
  options: {
    readonly profile: string
    readonly usable: { readonly role: 'button' | 'textbox'; readonly name: string }
    readonly env?: Readonly<Record<string, string>>
  },
): Promise<BenchApp> {
  const started = performance.now()
  const electron = await _electron.launch({
    executablePath,
    args: [...sandboxArguments(), '--disable-gpu', app, `--user-data-dir=${options.profile}`],
    env: { ...definedEnvironment(), DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...options.env },
  })
  const page = await electron.firstWindow()
  await page.getByRole(options.usable.role, { name: options.usable.name }).waitFor()
  return { electron, page, usableMs: performance.now() - started }
}
