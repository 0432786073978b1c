import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressedPackages, completed, type Lockfile, missingPackages } from './lockfile/lockfile.ts'
import { projectRoot } from './project.ts'

const path = join(projectRoot, 'package-lock.json')
const found: Lockfile = JSON.parse(readFileSync(path, 'utf8'))
const write = process.argv.includes('--write')
const lockfile = write ? completed(found) : found
if (write) writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`)

const missing = missingPackages(lockfile)
const addressed = addressedPackages(lockfile)
for (const { parent, name } of missing)
  console.error(`package-lock.json is missing ${name}, which ${parent} needs`)
for (const name of addressed) console.error(`package-lock.json contains an address for ${name}`)
if (missing.length > 0) console.error('To complete it, run: npm run lockfile')
process.exit(missing.length + addressed.length > 0 ? 1 : 0)
