import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireCommand } from '../command.ts'
import type { ElectronRuntime } from '../electronRuntime/electronRuntime.ts'
import { pinnedVersion, scratchFolder } from '../project.ts'

/**
 * Zips the runtime for the packager, which would otherwise download one. The packager assumes the version of the
 * installed electron package, so the archive has that version in its name, whatever is inside.
 *
 * Returns the folder the archive is in.
 */
export async function runtimeZipFolder({ executable, version, kind }: ElectronRuntime): Promise<string> {
  const runtimeFolder = dirname(executable)
  const folder = join(scratchFolder, 'runtime-zip', `${kind}-${version}`)
  const archive = join(
    folder,
    `electron-v${pinnedVersion('electron')}-${process.platform}-${process.arch}.zip`,
  )
  const partial = join(folder, 'partial.zip')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // The trial runtime's default app would end up beside the packaged one.
  await requireCommand('zip', ['-q', '-r', '-y', '-1', partial, '.', '-x', 'resources/app/*'], {
    cwd: runtimeFolder,
  })
  await rename(partial, archive)
  return folder
}
