import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** What is said of each file below a folder that is not where such a file may be; `expected` is of its path inside. */
export async function strayFiles(folder: string, expected: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !expected.test(path))
    .slice(0, 5)
    .map((path) => `a file where none belongs: ${JSON.stringify(path)}`)
}
