import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Runs the linter on one planted file, with the rules of the project. */
async function lint(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'planted-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copyFile(join(root, 'biome.json'), join(folder, 'biome.json'))
  await writeFile(join(folder, 'planted.ts'), text)
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--vcs-enabled=false', '--colors=off', 'planted.ts']
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options], {
    cwd: folder,
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`
}

/** The rule is a young one: an update of the linter must not lose it. `void` counts as a sign that it is handled. */
test('the linter finds a promise that floats', async () => {
  const text = (use: string) => `async function look() {}\nexport const both = () => {\n  ${use}\n}\n`
  expect(await lint(text('look()'))).toContain('planted.ts:3:3 lint/nursery/noFloatingPromises')
  expect(await lint(text('look().then(look)'))).toContain('planted.ts:3:3 lint/nursery/noFloatingPromises')
  expect(await lint(text('void look()'))).toMatch(/Checked 1 file .* No fixes applied/)
})
