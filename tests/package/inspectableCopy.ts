import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { asRoot } from './installedApp'

/**
 * Copies the installed app to a folder and enables Node's inspector there by its fuse, so that a test can look at its
 * window: the shipped app accepts no debugger. The copy differs only in that fuse. Returns its executable.
 */
export async function makeInspectableCopy(executable: string, folder: string): Promise<string> {
  const copy = join(folder, basename(executable))
  asRoot('rm', '-rf', folder)
  asRoot('cp', '--archive', join(executable, '..'), folder)
  const work = await mkdtemp(join(tmpdir(), 'cyanotype-fuses-'))
  try {
    const opened = join(work, basename(executable))
    await copyFile(executable, opened)
    await flipFuses(opened, {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    })
    asRoot('cp', opened, copy)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return copy
}
