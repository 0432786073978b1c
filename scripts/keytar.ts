import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { pinnedVersion, projectRoot } from './project.ts'
import { ensurePackages } from './systemPackages.ts'

const binary = join(projectRoot, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node')

/**
 * keytar is optional: `npm ci` leaves it out where libsecret's headers are missing, and `npm rebuild` does not
 * bring it back. `--no-save` adds it without a change to the lockfile.
 *
 * Returns a line to show when the keychain can't be had, else undefined.
 */
export async function ensureKeytar(): Promise<string | undefined> {
  if (existsSync(binary)) return undefined
  const { advice } = await ensurePackages(['keytar'])
  if (advice) return `Without keytar the key is kept for the session only. ${advice}`
  console.log('Building keytar')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['install', '--no-save', '--no-audit', '--no-fund', `keytar@${pinnedVersion('keytar')}`]
  const { output } = await runCommand(npm, args, { capture: true, limitMinutes: 5 })
  if (existsSync(binary)) return undefined
  return `keytar could not be built, so the key is kept for the session only.\n${output.trim()}`
}
