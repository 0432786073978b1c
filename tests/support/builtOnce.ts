import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Inside node_modules, so that external modules are found from there. */
export const builtFolder = resolve(import.meta.dirname, '../../node_modules/.cache')

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Has `build` fill a folder, unless it is there. It appears whole, however many processes ask for it at once. */
export async function builtOnce(folder: string, build: (outDir: string) => Promise<unknown>): Promise<void> {
  if (await exists(folder)) return
  await mkdir(dirname(folder), { recursive: true })
  const made = await mkdtemp(`${folder}-`)
  await build(made)
  // Another test file may have been faster: then its build, which is the same, stays.
  await rename(made, folder).catch(async (error: unknown) => {
    await rm(made, { recursive: true, force: true })
    if (!(await exists(folder))) throw error
  })
}
