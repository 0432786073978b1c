import { findElectronRuntime, runtimeEnvironment } from '../electronRuntime/electronRuntime.ts'

/** Names the runtime in ELECTRON_EXEC_PATH for the tests, even if Playwright is started by hand. */
export default async function namesRuntime(): Promise<void> {
  Object.assign(process.env, runtimeEnvironment(await findElectronRuntime()))
}
