import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ForgeMakeResult } from '@electron-forge/shared-types'
import { manifest } from '../project.ts'

/** Says in the names of the files that they hold the trial runtime, which is not for people to use. */
export async function markTrial(result: ForgeMakeResult): Promise<ForgeMakeResult> {
  return { ...result, artifacts: await Promise.all(result.artifacts.map(renamed)) }
}

async function renamed(path: string): Promise<string> {
  const name = basename(path).replace('~trial', '').replace(manifest.version, `${manifest.version}-trial`)
  const target = join(dirname(path), name)
  await rename(path, target)
  return target
}
