import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../command.ts'
import { pinnedVersion, projectRoot } from '../project.ts'

const packageFolder = join(projectRoot, 'node_modules', 'electron')
const distFolder = join(packageFolder, 'dist')

/** How long GitHub, or the mirror named by ELECTRON_MIRROR, has to answer at all. */
const answerMilliseconds = 4_000
const downloadMinutes = 5

/** The folder of the official runtime of the pinned version, downloaded if possible; otherwise undefined. */
export async function officialRuntimeFolder(): Promise<string | undefined> {
  if (isInstalled()) return distFolder
  if (!(await downloadAnswers())) return undefined
  console.log(`Downloading Electron ${pinnedVersion('electron')}`)
  await runCommand(process.execPath, [join(packageFolder, 'install.js')], {
    capture: true,
    limitMinutes: downloadMinutes,
    env: usesProxy ? { ELECTRON_GET_USE_PROXY: '1' } : {},
  })
  return isInstalled() ? distFolder : undefined
}

export function officialExecutable(folder: string): string {
  return join(folder, readFileSync(join(packageFolder, 'path.txt'), 'utf8').trim())
}

function isInstalled(): boolean {
  const versionFile = join(distFolder, 'version')
  if (!existsSync(versionFile) || !existsSync(join(packageFolder, 'path.txt'))) return false
  const version = readFileSync(versionFile, 'utf8').trim().replace(/^v/, '')
  return version === pinnedVersion('electron') && existsSync(officialExecutable(distFolder))
}

const usesProxy = Boolean(process.env.HTTPS_PROXY || process.env.https_proxy)

/** A quick check first: if GitHub can't be reached, the download itself may hang for minutes. */
async function downloadAnswers(): Promise<boolean> {
  if (usesProxy) return true
  const mirror =
    process.env.ELECTRON_MIRROR ||
    process.env.npm_config_electron_mirror ||
    'https://github.com/electron/electron/releases/download/'
  try {
    await fetch(new URL(mirror).origin, { method: 'HEAD', signal: AbortSignal.timeout(answerMilliseconds) })
    return true
  } catch {
    return false
  }
}
