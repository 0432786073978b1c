import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ForgeMakeResult } from '@electron-forge/shared-types'
import { manifest } from '../project.ts'

/** Marks the file names as holding the trial runtime, which isn't meant for users. */
export async function markTrial(result: ForgeMakeResult): Promise<ForgeMakeResult> {
  return { ...result, artifacts: await Promise.all(result.artifacts.map(renamed)) }
}

async function renamed(path: string): Promise<string> {
  const name = basename(path).replace('~trial', '').replace(manifest.version, `${manifest.version}-trial`)
  const target = join(dirname(path), name)
  await rename(path, target)
  return target
}
