import { existsSync } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project.ts'

/** The packaged folder's LICENSE is ours, as the Debian maker expects; Electron's own is kept beside it. */
export async function placeLicence(packagedFolder: string): Promise<void> {
  const licence = join(packagedFolder, 'LICENSE')
  const electronLicence = join(packagedFolder, 'LICENSE.electron.txt')
  if (existsSync(licence) && !existsSync(electronLicence)) await rename(licence, electronLicence)
  await copyFile(join(projectRoot, 'LICENSE'), licence)
}
