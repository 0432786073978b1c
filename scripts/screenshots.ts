import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildApp } from './build.ts'
import { runCommand } from './command.ts'
import { hasDisplay, underXvfb } from './display.ts'
import { findElectronRuntime } from './electronRuntime/electronRuntime.ts'
import { photograph } from './screenshots/photograph.ts'
import type { Scene } from './screenshots/scene.ts'

const scenesFolder = join(import.meta.dirname, 'scenes')
const names = (await readdir(scenesFolder)).flatMap((file) =>
  file.endsWith('.ts') ? [file.slice(0, -3)] : [],
)

const [folder, ...wanted] = process.argv.slice(2)
if (!folder || wanted.some((name) => !names.includes(name))) {
  console.error(`Usage: npm run screenshots -- <folder> [scene ...]\nScenes: ${names.join(', ')}`)
  process.exit(2)
}
if (!hasDisplay) {
  const { command, args } = underXvfb({ command: process.execPath, args: process.argv.slice(1) })
  process.exit((await runCommand(command, args)).code)
}

const target = resolve(folder)
await mkdir(target, { recursive: true })
const { executable } = await findElectronRuntime()
if (!(await buildApp())) process.exit(1)
for (const name of wanted.length > 0 ? wanted : names) {
  const scene: { readonly default: Scene } = await import(join(scenesFolder, `${name}.ts`))
  for (const path of await photograph(scene.default, executable, target)) console.log(path)
}
