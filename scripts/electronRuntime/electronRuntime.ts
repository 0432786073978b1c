import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { officialExecutable, officialRuntimeFolder } from './officialRuntime.ts'
import { trialIsPossible, trialRuntimeFolder } from './trialRuntime.ts'

export interface ElectronRuntime {
  /** named: by ELECTRON_EXEC_PATH; official: the pinned version; trial: from the npm registry. */
  readonly kind: 'named' | 'official' | 'trial'
  readonly executable: string
  /** As in the runtime's own `version` file. */
  readonly version: string
}

/** The Electron to run on, in the order named, official, trial. Throws if there is none. */
export async function findElectronRuntime(): Promise<ElectronRuntime> {
  const named = process.env.ELECTRON_EXEC_PATH
  if (named) {
    const executable = resolve(named)
    if (!existsSync(executable))
      throw new Error(`ELECTRON_EXEC_PATH names a file that doesn't exist: ${executable}`)
    const kind = process.env.CYANOTYPE_RUNTIME_KIND === 'trial' ? 'trial' : 'named'
    return { kind, executable, version: versionBeside(executable) }
  }
  const official = await officialRuntimeFolder()
  if (official) {
    const executable = officialExecutable(official)
    return { kind: 'official', executable, version: versionBeside(executable) }
  }
  if (!trialIsPossible) {
    throw new Error(
      "Electron couldn't be downloaded. Connect to github.com, set ELECTRON_MIRROR, or set ELECTRON_EXEC_PATH to an Electron executable.",
    )
  }
  const executable = join(await trialRuntimeFolder(), 'electron')
  return { kind: 'trial', executable, version: versionBeside(executable) }
}

/** For programs we start, so that they use the same runtime without looking again. */
export function runtimeEnvironment(runtime: ElectronRuntime): Readonly<Record<string, string>> {
  return { ELECTRON_EXEC_PATH: runtime.executable, CYANOTYPE_RUNTIME_KIND: runtime.kind }
}

export function runtimeNotice(runtime: ElectronRuntime): string | undefined {
  if (runtime.kind !== 'trial') return undefined
  return `Running on the trial runtime (Electron ${runtime.version}), because the pinned version can't be downloaded here.`
}

function versionBeside(executable: string): string {
  const file = join(dirname(executable), 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : 'unknown'
}
