// Loads the app whose folder is given, as the default app of an official Electron does.
import { existsSync, readFileSync } from 'node:fs'
import Module from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const preloaded = []
let folder
const given = process.argv.slice(1)
for (let index = 0; index < given.length; index += 1) {
  if (given[index] === '-r' || given[index] === '--require') {
    index += 1
    preloaded.push(given[index])
  } else if (!given[index].startsWith('-')) {
    folder = resolve(given[index])
    break
  }
}

if (!folder) {
  process.stderr.write('Usage: electron [options] <folder of the app>\n')
  process.exit(2)
}

Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })
for (const path of preloaded) Module.createRequire(import.meta.url)(resolve(path))

const manifestPath = join(folder, 'package.json')
if (existsSync(manifestPath)) {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  if (manifest.version) app.setVersion(manifest.version)
  app.setName(manifest.productName ?? manifest.name)
  app.setDesktopName(manifest.desktopName ?? `${app.getName()}.desktop`)
}
const main = Module._resolveFilename(folder, null, true)
app.setAppPath(existsSync(manifestPath) ? folder : dirname(main))
await import(pathToFileURL(main).href)
