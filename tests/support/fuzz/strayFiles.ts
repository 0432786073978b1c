import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/**
 * One sentence per misplaced file below a folder; `expected` matches allowed paths, relative to the folder.
 */
export async function strayFiles(folder: string, expected: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !expected.test(path))
    .slice(0, 5)
    .map((path) => `a file where none belongs: ${JSON.stringify(path)}`)
}
