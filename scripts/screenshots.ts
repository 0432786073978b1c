import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildApp } from './build.ts'
import { runCommand } from './command.ts'
import { hasDisplay, underXvfb } from './display.ts'
import { findElectronRuntime } from './electronRuntime/electronRuntime.ts'
import { readOptions, usage } from './screenshots/options.ts'
import { photograph } from './screenshots/photograph.ts'
import type { Scene } from './screenshots/scene.ts'
import { ensurePackages } from './systemPackages.ts'

const scenesFolder = join(import.meta.dirname, 'scenes')
const names = (await readdir(scenesFolder)).flatMap((file) =>
  file.endsWith('.ts') ? [file.slice(0, -3)] : [],
)

const options = readOptions(process.argv.slice(2))
if (options?.scenes.every((name) => names.includes(name)) !== true) {
  console.error(`${usage}\nScenes: ${names.join(', ')}`)
  process.exit(2)
}
const { advice } = await ensurePackages(['run', 'display', 'fonts'])
if (advice) console.warn(advice)
if (!hasDisplay) {
  const { command, args } = underXvfb({ command: process.execPath, args: process.argv.slice(1) })
  process.exit((await runCommand(command, args)).code)
}

const folder = resolve(options.folder)
await mkdir(folder, { recursive: true })
const { executable } = await findElectronRuntime()
if (!(await buildApp())) process.exit(1)
for (const name of options.scenes.length > 0 ? options.scenes : names) {
  const scene: { readonly default: Scene } = await import(join(scenesFolder, `${name}.ts`))
  for (const path of await photograph(scene.default, executable, { ...options, folder })) console.log(path)
}
