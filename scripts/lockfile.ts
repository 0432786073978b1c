import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completed, foreignPackages, type Lockfile, missingPackages } from './lockfile/lockfile.ts'
import { projectRoot } from './project.ts'

const path = join(projectRoot, 'package-lock.json')
const found: Lockfile = JSON.parse(readFileSync(path, 'utf8'))
const write = process.argv.includes('--write')
const lockfile = write ? completed(found) : found
if (write) writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`)

const missing = missingPackages(lockfile)
const foreign = foreignPackages(lockfile)
for (const { parent, name } of missing)
  console.error(`package-lock.json lacks ${name}, asked for by ${parent}`)
for (const name of foreign) console.error(`package-lock.json fetches ${name} from another registry`)
if (missing.length > 0) console.error('Complete it with: npm run lockfile')
process.exit(missing.length + foreign.length > 0 ? 1 : 0)
