export interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** npm's package-lock.json: every package by its path, the project itself under the empty one. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export interface MissingPackage {
  /** The path of the package that depends on it. */
  readonly parent: string
  readonly name: string
  readonly version: string
}

const nested = 'node_modules/'

/**
 * A registry that lacks packages for other platforms leaves them out of the lockfile, and then `npm ci` refuses
 * the lockfile on a registry that has them.
 */
export function missingPackages(lockfile: Lockfile): readonly MissingPackage[] {
  return Object.entries(lockfile.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(lockfile, parent, name))
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/** Packages with a download address of their own, instead of the registry used for installing. */
export function addressedPackages(lockfile: Lockfile): readonly string[] {
  return Object.entries(lockfile.packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(([path]) => path)
}

/** The lockfile with an entry for each missing package. These have no checksum, because it can't be known here. */
export function completed(lockfile: Lockfile): Lockfile {
  const packages: Record<string, LockedPackage> = { ...lockfile.packages }
  for (const { parent, name, version } of missingPackages(lockfile)) {
    if (!/^\d+\.\d+\.\d+/.test(version)) {
      throw new Error(`${parent} needs ${name} ${version}, but only an exact version can be added`)
    }
    const { os, cpu, libc } = platformOf(name)
    const dev = packages[parent]?.dev
    // In npm's own order of keys, so that the next `npm install` changes nothing.
    packages[`${nested}${name}`] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(libc ? { libc: [libc] } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    }
  }
  const byPath = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lockfile, packages: Object.fromEntries(byPath) }
}

/** As Node finds it: beside the package that depends on it, or in any folder above. */
function isReachable(lockfile: Lockfile, parent: string, name: string): boolean {
  for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf(nested) - 1))) {
    if (lockfile.packages[`${at ? `${at}/` : ''}${nested}${name}`]) return true
    if (!at) return false
  }
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

interface Platform {
  readonly os: string | undefined
  readonly cpu: string
  readonly libc: string | undefined
}

/** Platform packages are named for where they run: `…-linux-arm-gnueabihf`, `…-wasm32-wasi`. */
function platformOf(name: string): Platform {
  const parts = name.split(/[/-]/)
  const os = systems.find((system) => parts.includes(system))
  const cpu = processors.find((processor) => parts.includes(processor))
  if (!cpu) throw new Error(`The name ${name} doesn't say which processor it is for`)
  const last = parts.at(-1) ?? ''
  const libc = last.startsWith('gnu') ? 'glibc' : last.startsWith('musl') ? 'musl' : undefined
  return { os, cpu, libc: os === 'linux' ? libc : undefined }
}
