import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntryName } from '@shared/processes/entryArguments'
import { buildProgram, builtFolder, builtOnce, programIn, root } from './builtPrograms'

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
  const folder = join(builtFolder, `cyanotype-entry-${name}-${await sourceHash(name)}`)
  await builtOnce(folder, (outDir) => buildProgram(outDir, `electron/${name}/main.ts`))
  return programIn(folder)
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
