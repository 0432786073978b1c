import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { manifest, projectRoot } from '../project.ts'

const modules = 'node_modules'

/** Its dependencies are only for building it: what runs is its own script and one binary. */
const standsAlone = new Set(['keytar'])

/**
 * Installed binaries that are not packaged. On Linux sharp's native build can crash inside Electron, so its WebAssembly
 * build is shipped there; elsewhere it is the other way round.
 */
const leftOut =
  process.platform === 'linux'
    ? /^@img\/sharp-(linux|libvips-)|^@libsql\/.*musl/
    : /^@img\/sharp-(.*wasm32)|^@libsql\/.*musl/

const platform = `${process.platform}-${process.arch}`

/** Source maps, documents, types, and everything in keytar except its script and this platform's binary. */
const needlessFile = new RegExp(
  `\\.(map|md|markdown|d\\.[cm]?ts)$|/keytar/(?!(package\\.json|lib(/.*)?|prebuilds(/${platform}(/keytar\\.node)?)?)$)`,
  'i',
)

/** Folders of the packages the app loads at run time, from the project's root, each starting with `/`. */
function packageFolders(): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (name: string, from: string): void => {
    const folder = locate(name, from)
    if (!folder || found.has(folder) || leftOut.test(name)) return
    found.add(folder)
    if (standsAlone.has(name)) return
    const { dependencies = {}, optionalDependencies = {} }: Dependent = JSON.parse(
      readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'),
    )
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, folder)
  }
  for (const name of Object.keys(manifest.dependencies)) visit(name, '/')
  return found
}

interface Dependent {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** As Node finds a package: beside its dependent, or in any folder above; undefined if it is for another platform. */
function locate(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, modules, name)
    if (existsSync(join(projectRoot, folder, 'package.json'))) return folder
    if (at === '/') return undefined
  }
}

/** Whether the package leaves out a path, given from the project's root with a leading `/`. */
export function createIgnore(): (path: string) => boolean {
  const packages = packageFolders()
  const ancestors = new Set(
    [...packages].flatMap((folder) =>
      folder.split('/').map((_, index, parts) => parts.slice(0, index).join('/')),
    ),
  )
  return (path) => {
    if (path === '' || path === '/package.json' || path === '/out' || ancestors.has(path)) return false
    if (needlessFile.test(path)) return true
    if (path.startsWith('/out/')) return false
    const owner = owningPackage(path)
    return owner === undefined || !packages.has(owner)
  }
}

function owningPackage(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}
