import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

export const root = resolve(import.meta.dirname, '../..')
/** Inside node_modules, so that external modules are found from there. */
export const builtFolder = join(root, 'node_modules/.cache')
const fileName = 'main.mjs'

/** The program that `buildProgram` makes in a folder. */
export const programIn = (folder: string): string => join(folder, fileName)

/** Builds a program for Node as the app's own build makes it. `entry`: its path from the project's root. */
export async function buildProgram(
  outDir: string,
  entry: string,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': join(root, 'shared') } },
    ssr: { noExternal: true, external: ['sharp', 'libsql'] },
    plugins: [...plugins],
    build: {
      ssr: join(root, entry),
      target: 'node20.18',
      outDir,
      rolldownOptions: { output: { format: 'es', entryFileNames: fileName } },
    },
  })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Has `build` fill a folder, unless it is there. It appears whole, however many processes ask for it at once. */
export async function builtOnce(folder: string, build: (outDir: string) => Promise<void>): Promise<void> {
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
