import { hasDisplay } from '../display.ts'
import { findElectronRuntime, runtimeEnvironment } from '../electronRuntime/electronRuntime.ts'
import { startDisplays, workers } from './displays.ts'

/** Names the runtime and the displays for the tests, even if Playwright is started by hand. */
export default async function prepare(): Promise<() => void> {
  Object.assign(process.env, runtimeEnvironment(await findElectronRuntime()))
  return hasDisplay ? () => {} : startDisplays(workers)
}
