import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const read = <T>(file: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(join(root, file), 'utf8')))

const versions = z.record(z.string(), z.string())
const manifest = read(
  'package.json',
  z.object({
    dependencies: versions,
    devDependencies: versions,
    allowScripts: z.record(z.string(), z.boolean()),
  }),
)
const lockedSchema = z.object({
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  cpu: z.array(z.string()).optional(),
  hasInstallScript: z.boolean().default(false),
})
const { '': _, ...locked } = read(
  'package-lock.json',
  z.object({ packages: z.record(z.string(), lockedSchema) }),
).packages

test('every dependency has one exact version', () => {
  const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(asked.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('every package has a hash, except binaries of tools on other platforms', () => {
  const unhashed = Object.entries(locked).filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
  expect(unhashed.filter(([, { dev, optional, cpu }]) => !(dev && optional && cpu))).toEqual([])
})

test('no package runs an install script, except the one that brings Node', () => {
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript)
  const allowed = scripted.filter(
    ([path]) => manifest.allowScripts[path.replace('node_modules/', '')] !== false,
  )
  expect(allowed.map(([path]) => path)).toEqual(['node_modules/node'])
})
