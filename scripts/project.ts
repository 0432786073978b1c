import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export const projectRoot = resolve(import.meta.dirname, '..')

/** A folder in the checkout for things that can be recreated at any time. */
export const scratchFolder = join(projectRoot, '.cache')

/** Outside the checkout, so that a fresh clone doesn't download a runtime again. */
export const userCacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cyanotype')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

export const manifest: Manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))

/** The version a package is pinned to in package.json. */
export function pinnedVersion(name: string): string {
  const version = manifest.dependencies[name] ?? manifest.devDependencies[name]
  if (!version) throw new Error(`${name} is not in package.json`)
  return version
}

/** The path of a command that one of this project's packages installs. */
export function projectCommand(name: string): string {
  return join(projectRoot, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}
