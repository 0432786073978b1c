import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')

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
  remove(): Promise<void>
}

function replacing({ module, by }: Replacement): Plugin {
  const original = join(root, `${module}.ts`)
  const other = join(root, `${by}.ts`)
  return {
    name: 'replacing',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined || importer === other) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found?.id === original ? other : null
    },
  }
}

/** Builds a program that runs a core, to be started by `forkCore`. `entry`: its path from the project's root. */
export async function buildCoreProgram(
  entry: string,
  replacements: readonly Replacement[] = [],
): Promise<CoreProgram> {
  // Inside node_modules, so that external modules are found from there.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'cyanotype-core-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': join(root, 'shared') } },
    ssr: { noExternal: true, external: ['libsql'] },
    plugins: replacements.map(replacing),
    build: {
      ssr: join(root, entry),
      target: 'node20.18',
      outDir,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'core.js' } },
    },
  })
  return { path: join(outDir, 'core.js'), remove: () => rm(outDir, { recursive: true, force: true }) }
}
