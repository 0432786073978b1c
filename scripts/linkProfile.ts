import { execFileSync } from 'node:child_process'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes a profile of a kept one, whose files it links to: the app replaces files and never writes into them. Only the
 * database has to be a file of its own.
 */
export async function linkProfile(kept: string, profile: string): Promise<void> {
  execFileSync('cp', ['-al', `${kept}/.`, profile])
  await rm(join(profile, 'cyanotype.db'))
  await copyFile(join(kept, 'cyanotype.db'), join(profile, 'cyanotype.db'))
}
