import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { EntryName } from '@shared/processes/entryArguments'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')
/** Inside node_modules, so that external modules are found from there. */
const cacheFolder = join(root, 'node_modules/.cache')
const prefix = 'cyanotype-entry-'

/** Changes with every source file the entry can import. */
async function sourceHash(name: EntryName): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [`electron/${name}`, 'shared']) {
    const files = await readdir(join(root, folder), { recursive: true })
    for (const file of files.sort()) {
      if (!file.endsWith('.ts')) continue
      hash.update(`${folder}/${file}\n`).update(await readFile(join(root, folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function buildOnce(name: EntryName): Promise<string> {
  const folder = join(cacheFolder, `${prefix}${name}-${await sourceHash(name)}`)
  const file = join(folder, 'main.mjs')
  if (await exists(file)) return file
  await mkdir(cacheFolder, { recursive: true })
  const made = await mkdtemp(`${folder}-`)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': join(root, 'shared') } },
    ssr: { noExternal: true, external: ['sharp', 'libsql'] },
    build: {
      ssr: join(root, `electron/${name}/main.ts`),
      target: 'node20.18',
      outDir: made,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'main.mjs' } },
    },
  })
  // Another test file may have been faster: then its build, which is the same, stays.
  await rename(made, folder).catch(async (error: unknown) => {
    await rm(made, { recursive: true, force: true })
    if (!(await exists(file))) throw error
  })
  return file
}

const builds = new Map<EntryName, Promise<string>>()

/**
 * The absolute path of an entry as the app's own build makes it, for `fork`. Built once for each state of the
 * sources.
 */
export function builtEntry(name: EntryName): Promise<string> {
  const known = builds.get(name)
  if (known) return known
  const made = buildOnce(name)
  builds.set(name, made)
  return made
}

/** All of them, by name. */
export async function builtEntries(): Promise<Readonly<Record<EntryName, string>>> {
  const [imaging, demo, backup, tables] = await Promise.all([
    builtEntry('imaging'),
    builtEntry('demo'),
    builtEntry('backup'),
    builtEntry('tables'),
  ])
  return { imaging, demo, backup, tables }
}
