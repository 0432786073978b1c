import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { afterEach, expect, test, vi } from 'vitest'
import { fuse } from '../../support/fuse'
import { exported, namesIn, planOf, recipeFor, setUp } from './exportHarness'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

/** FAT, exFAT, and a drive that keeps whole seconds. */
const grains = [2_000, 10, 1_000]

/** Images that were exported to a drive that was unplugged since: it has forgotten all that it doesn't keep. */
async function setUpDrive(grain: number, settings: Partial<RecipeSettings> = {}) {
  const core = await setUp()
  const recipe = await recipeFor(core, core.folder, settings)
  const again = async () => {
    await core.call('exports.act', { action: 'dismiss' })
    return await exported(core.call, recipe, core.ids)
  }
  const { run } = await again()
  fuse.grain = grain
  const paths = (await namesIn(core.folder)).map((name) => join(core.folder, name))
  return { ...core, recipe, again, paths, zip: run.places[0]?.zip ?? '' }
}

/** Other bytes, as many, by a program that leaves the time as it was. */
async function editUnseen(path: string): Promise<Buffer> {
  const { size, atimeMs, mtimeMs } = await stat(path)
  const bytes = Buffer.alloc(size, 'retouched')
  await writeFile(path, bytes)
  await utimes(path, atimeMs / 1_000, mtimeMs / 1_000)
  return bytes
}

test.each(grains)('replaces its own, and no edit that its times hide (%i ms)', async (grain) => {
  const { folder, again } = await setUpDrive(grain, { existing: 'replace', onlyNew: false })
  const edited = join(folder, 'boat.png')
  const bytes = await editUnseen(edited)
  expect((await again()).run).toMatchObject({ written: 3, failed: [] })
  expect(await readFile(edited)).toEqual(bytes)
  expect(await namesIn(folder)).toEqual(['boat (2).png', 'boat.png', 'harbour.png', 'ship.png'])
})

test('replaces no edit that has the time of a change as it was', async () => {
  // An hour stands for the hundredth of a second in which both changes came.
  fuse.changeGrain = 3_600_000
  const core = await setUp()
  const recipe = await recipeFor(core, core.folder, { existing: 'replace', onlyNew: false })
  await exported(core.call, recipe, core.ids)
  const edited = join(core.folder, 'boat.png')
  const bytes = await editUnseen(edited)
  await core.call('exports.act', { action: 'dismiss' })
  await exported(core.call, recipe, core.ids)
  expect(await readFile(edited)).toEqual(bytes)
  expect(await namesIn(core.folder)).toContain('boat (2).png')
})

test.each(grains)('replaces its own ZIP, and no edit that its times hide (%i ms)', async (grain) => {
  const settings = { into: 'zip', existing: 'replace', onlyNew: false } as const
  const { folder, again, zip } = await setUpDrive(grain, settings)
  await again()
  expect(await namesIn(folder)).toEqual([zip])
  const bytes = await editUnseen(join(folder, zip))
  await again()
  expect(await readFile(join(folder, zip))).toEqual(bytes)
  expect(await namesIn(folder)).toEqual([zip.replace('.zip', ' (2).zip'), zip])
})

test.each(grains)('finds all there after it was plugged in again, without reading (%i ms)', async (grain) => {
  const { call, ids, recipe, paths } = await setUpDrive(grain)
  fuse.unreadable = new Set(paths)
  expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 3 })
})

test.each([2_000, 0])(
  'finds all there after its times moved by an hour, and reads each file once (%i ms)',
  async (grain) => {
    const { call, ids, recipe, paths } = await setUpDrive(grain, { sidecar: true })
    for (const path of paths) {
      const { mtimeMs } = await stat(path)
      await utimes(path, mtimeMs / 1_000 + 3_600, mtimeMs / 1_000 + 3_600)
    }
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 3 })
    fuse.unreadable = new Set(paths)
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 3 })
  },
)

test('finds all there that were brought by an archive, which keeps whole seconds', async () => {
  const { call, ids, recipe, paths } = await setUpDrive(0)
  for (const path of paths) {
    const seconds = Math.floor((await stat(path)).mtimeMs / 1_000)
    await utimes(path, seconds, seconds)
  }
  expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 3 })
})

test('replaces its own, whose time no calendar has', async () => {
  const { folder, again } = await setUpDrive(0, { existing: 'replace', onlyNew: false })
  await utimes(join(folder, 'boat.png'), 9e18, 9e18)
  expect((await again()).run).toMatchObject({ written: 3, failed: [] })
  expect(await namesIn(folder)).toEqual(['boat.png', 'harbour.png', 'ship.png'])
})
