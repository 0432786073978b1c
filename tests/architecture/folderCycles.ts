import { dirname } from 'node:path/posix'
import type { IModule } from 'dependency-cruiser'

/** The rooms of the core, the features, and every other folder of a side of the product. */
const modulePath =
  /^(?:(?:electron\/core|renderer\/features)\/[^/]+|(?:electron|renderer|shared)\/[^/]+)(?=\/)/

interface FolderImport {
  readonly from: string
  readonly to: string
}

/**
 * Every import that is part of a cycle between folders of one module, though no file may be part of one: such folders
 * can't be understood or moved one by one.
 */
export function folderCycles(modules: readonly IModule[]): readonly FolderImport[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })).filter(isBetweenFolders),
  )
  const used = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const known = used.get(dirname(from)) ?? new Set()
    used.set(dirname(from), known.add(dirname(to)))
  }
  return imports.filter(({ from, to }) => reachable(used, dirname(to)).has(dirname(from)))
}

function isBetweenFolders({ from, to }: FolderImport): boolean {
  const [module] = from.match(modulePath) ?? []
  if (module === undefined || module !== to.match(modulePath)?.[0]) return false
  return dirname(from) !== dirname(to)
}

function reachable(used: ReadonlyMap<string, ReadonlySet<string>>, start: string): ReadonlySet<string> {
  const found = new Set([start])
  // A set that grows while it is walked is walked to its end.
  for (const folder of found) for (const next of used.get(folder) ?? []) found.add(next)
  return found
}
