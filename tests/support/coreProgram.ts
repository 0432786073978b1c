import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { buildProgram, builtFolder, builtOnce, programIn, root } from './builtPrograms'

/** Names the folder of the programs that the files of a test run share. */
export const programsVariable = 'CYANOTYPE_TEST_PROGRAMS'

/**
 * A module that replaces another, which it may import itself. Paths from the project's root, without
 * extension.
 */
export interface Replacement {
  readonly module: string
  readonly by: string
}

export interface CoreProgram {
  /** Absolute path. */
  readonly path: string
}

export interface RemovableProgram extends CoreProgram {
  remove(): Promise<void>
}

/** One plugin for all of them: each would resolve every import through all the others. */
function replacing(replacements: readonly Replacement[]): Plugin {
  const path = (module: string) => join(root, `${module}.ts`)
  const others = new Map(replacements.map(({ module, by }) => [path(module), path(by)]))
  return {
    name: 'replacing',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const other = found === null ? undefined : others.get(found.id)
      return other === undefined || other === importer ? null : other
    },
  }
}

/** An empty folder for programs, removed by the caller. */
export async function programsFolder(): Promise<string> {
  await mkdir(builtFolder, { recursive: true })
  return mkdtemp(join(builtFolder, 'cyanotype-core-'))
}

/** Builds a program that runs a core, to be started by `forkCore`. `entry`: its path from the project's root. */
export async function buildCoreProgram(
  entry: string,
  replacements: readonly Replacement[] = [],
): Promise<RemovableProgram> {
  const outDir = await programsFolder()
  await buildProgram(outDir, entry, [replacing(replacements)])
  return { path: programIn(outDir), remove: () => rm(outDir, { recursive: true, force: true }) }
}

/** The same for tests: built once for all files of a run, by the first that asks for it. */
export async function coreProgram(
  entry: string,
  replacements: readonly Replacement[] = [],
): Promise<CoreProgram> {
  const { [programsVariable]: folder } = process.env
  if (folder === undefined) throw new Error('only a test run has programs')
  const name = createHash('sha256')
    .update(JSON.stringify([entry, replacements]))
    .digest('hex')
    .slice(0, 16)
  const own = join(folder, name)
  await builtOnce(own, (outDir) => buildProgram(outDir, entry, [replacing(replacements)]))
  return { path: programIn(own) }
}
