import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { EntryName } from '@shared/processes/entryArguments'
import { build } from 'vite'
import { builtFolder, builtOnce } from './builtOnce'

const root = resolve(import.meta.dirname, '../..')
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

async function buildOnce(name: EntryName): Promise<string> {
  const folder = join(builtFolder, `${prefix}${name}-${await sourceHash(name)}`)
  await builtOnce(folder, (outDir) =>
    build({
      root,
      configFile: false,
      logLevel: 'warn',
      resolve: { alias: { '@shared': join(root, 'shared') } },
      ssr: { noExternal: true, external: ['sharp', 'libsql'] },
      build: {
        ssr: join(root, `electron/${name}/main.ts`),
        target: 'node20.18',
        outDir,
        rolldownOptions: { output: { format: 'es', entryFileNames: 'main.mjs' } },
      },
    }),
  )
  return join(folder, 'main.mjs')
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
