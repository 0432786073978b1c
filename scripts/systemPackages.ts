import { existsSync } from 'node:fs'
import { runCommand } from './command.ts'

/** What a system package is needed for. */
export type Purpose = 'run' | 'display' | 'fonts' | 'test' | 'trace' | 'readers' | 'faults' | 'package'

/** Debian's and Ubuntu's names. */
const packages: Readonly<Record<Purpose, readonly string[]>> = {
  run: [
    'libgtk-3-0',
    'libnss3',
    'libasound2',
    'libgbm1',
    'libatk-bridge2.0-0',
    'libxss1',
    'libxtst6',
    'libsecret-1-0',
    'libnotify4',
    'libdrm2',
    'libcups2',
    'fonts-dejavu-core',
  ],
  display: ['xvfb', 'xauth'],
  // Chinese, Japanese, Korean and emoji. Arabic and Hebrew are in DejaVu, which the app needs anyway.
  fonts: ['fonts-noto-cjk', 'fonts-noto-color-emoji'],
  test: ['dbus', 'dbus-x11', 'gnome-keyring'],
  trace: ['strace', 'tcpdump'],
  // Read what was exported.
  readers: ['libimage-exiftool-perl', 'exiv2', 'unzip', 'python3'],
  // Injects disk faults into a process.
  faults: ['fiu-utils'],
  package: ['fakeroot', 'dpkg', 'zip'],
}

/** Since the move to 64-bit time, Debian 13 and Ubuntu 24.04 have some libraries only under this second name. */
const renamed = (name: string): string => `${name}t64`

const isRoot = process.getuid?.() === 0

/** True if packages have Debian's names and apt-get installs them. */
export const usesApt = process.platform === 'linux' && existsSync('/usr/bin/apt-get')

export async function missingPackages(purposes: readonly Purpose[]): Promise<readonly string[]> {
  if (!usesApt) return []
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own format
  const format = '${binary:Package} ${db:Status-Status}\n'
  const { output } = await runCommand('dpkg-query', ['-W', '-f', format], { capture: true })
  const installed = new Set(
    output
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.replace(/(:\w+)? installed$/, '')),
  )
  return purposes
    .flatMap((purpose) => packages[purpose])
    .filter((name) => !installed.has(name) && !installed.has(renamed(name)))
}

export interface PackagesOutcome {
  readonly missing: readonly string[]
  /** One line for the user if something is still missing. */
  readonly advice: string | undefined
}

/** Installs what is missing if this is root on Debian or Ubuntu; otherwise says what to type. */
export async function ensurePackages(purposes: readonly Purpose[]): Promise<PackagesOutcome> {
  const missing = await missingPackages(purposes)
  if (missing.length === 0) return { missing, advice: undefined }
  if (isRoot) {
    console.log(`Installing system packages: ${missing.join(' ')}`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runCommand('apt-get', ['update', '-qq'], { env, capture: true, limitMinutes: 5 })
    const names = await Promise.all(missing.map(availableName))
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
    const { code, output } = await runCommand('apt-get', args, { env, capture: true, limitMinutes: 10 })
    if (code !== 0) console.error(output.trim())
  }
  const rest = await missingPackages(purposes)
  if (rest.length === 0) return { missing: rest, advice: undefined }
  const names = await Promise.all(rest.map(availableName))
  return {
    missing: rest,
    advice: `System packages are missing. To install them, run: sudo apt-get update && sudo apt-get install -y ${names.join(' ')}`,
  }
}

async function availableName(name: string): Promise<string> {
  const { code, output } = await runCommand('apt-cache', ['show', '-q', renamed(name)], { capture: true })
  return code === 0 && output.includes('Package:') ? renamed(name) : name
}
