import { onTestFinished } from 'vitest'
import { builtEntries } from './builtEntry'
import { type ForkedCore, forkCore } from './coreFork'
import type { CoreProgram } from './coreProgram'

/** Starts the program of `coreProcess.ts` on a folder; resolves once its core runs. Killed with the test. */
export async function startKillableCore(
  program: CoreProgram,
  folder: string,
  demo: { readonly taskMs: number; readonly slots: number },
): Promise<ForkedCore> {
  const entries = await builtEntries()
  const core = forkCore(program.path, { folder, entries, demo })
  onTestFinished(core.kill)
  await core.started
  return core
}
