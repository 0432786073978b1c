import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { startCore } from '../../support/runningCore'
import { recipeFor, setUp } from './exportHarness'

const settings = { into: 'zip', format: 'webp', template: '{batch}/{prompt}-small', longestSide: 20 } as const

/** The paths of what was dragged out. */
async function dragged({ call, ports }: Awaited<ReturnType<typeof setUp>>, recipeId: string, ids: string[]) {
  const { drag } = await call('originals.prepareDrag', { ids, recipeId })
  await call('originals.drag', { drag })
  return ports.dragged.at(-1)?.paths ?? []
}

test('files that are copied or dragged out are made by a recipe: complete, under its names, without folders', async () => {
  const core = await setUp()
  const { call, ports, ids, folder } = core
  const recipe = await recipeFor(core, folder, settings)
  expect(await call('originals.copyFiles', { ids, recipeId: recipe.id })).toEqual({ copied: 3 })
  const paths = await dragged(core, recipe.id, ids)
  expect(ports.copied.at(-1)).toEqual(paths)
  expect(paths.map((path) => basename(path))).toEqual([
    'boat-small.webp',
    'harbour-small.webp',
    'ship-small.webp',
  ])
  for (const path of paths)
    expect(await sharp(await readFile(path)).metadata()).toMatchObject({ format: 'webp', width: 20 })
  expect(await readdir(folder)).toEqual([])
})

test('files that were made before are given again, but made anew once one is gone or would be another', async () => {
  const core = await setUp()
  const { call, ids, folder, root } = core
  const recipe = await recipeFor(core, folder, settings)
  const first = await dragged(core, recipe.id, ids)
  expect(await dragged(core, recipe.id, ids)).toEqual(first)
  await rm(first[1] ?? '')
  const second = await dragged(core, recipe.id, ids)
  expect(second).not.toEqual(first)
  await call('exports.saveRecipe', { ...recipe, settings: { ...recipe.settings, longestSide: 16 } })
  const [third] = await dragged(core, recipe.id, ids)
  expect(await sharp(await readFile(third ?? '')).metadata()).toMatchObject({ width: 16 })
  const { file } = await call('images.details', { id: ids[0] ?? '' })
  const path = join(root, 'library', file)
  await writeFile(path, await sharp(path).resize(20, 20).png().toBuffer())
  const [fourth] = await dragged(core, recipe.id, ids)
  expect(await sharp(await readFile(fourth ?? '')).metadata()).toMatchObject({ height: 16 })
})

test('nothing is given if one can’t be made, or if the recipe is gone', async () => {
  const core = await setUp()
  const { call, ids, folder, root, ports } = core
  const recipe = await recipeFor(core, folder, settings)
  const { file } = await call('images.details', { id: ids[0] ?? '' })
  await rename(join(root, 'library', file), join(root, 'aside.png'))
  const refused = async (some: string[], recipeId: string) =>
    call('originals.copyFiles', { ids: some, recipeId }).then(
      () => null,
      ({ error }) => error.code,
    )
  expect(await refused(ids, recipe.id)).toBe('filesIncomplete')
  expect(await refused(ids.slice(0, 1), recipe.id)).toBe('imageLost')
  await call('exports.removeRecipe', { id: recipe.id })
  expect(await refused(ids.slice(1), recipe.id)).toBe('rowMissing')
  const broken = await recipeFor(core, folder, { template: '{colour}' })
  expect(await refused(ids.slice(1), broken.id)).toBe('exportNamesUnfit')
  expect(ports.copied).toEqual([])
})

test('what was made is removed at the next start', async () => {
  const core = await setUp()
  const { call, ids, folder, root } = core
  const recipe = await recipeFor(core, folder, settings)
  await call('originals.copyFiles', { ids, recipeId: recipe.id })
  const [path = ''] = core.ports.copied.at(-1) as string[]
  await core.core.stop()
  await readFile(path)
  await startCore(root)
  await eventually(async () => (await readFile(path).catch(() => null)) === null, { what: 'no such file' })
})

test('but not what another program saved there: an edit of a file, or a file of its own beside it', async () => {
  const core = await setUp()
  const { ids, folder, root } = core
  const recipe = await recipeFor(core, folder, settings)
  const [boat = '', harbour = '', ship = ''] = await dragged(core, recipe.id, ids)
  await core.core.stop()
  const edited = Buffer.alloc((await stat(boat)).size, 'retouched')
  const { atime, mtime } = await stat(boat)
  await writeFile(boat, edited)
  // Some programs hide an edit behind the time that a file had.
  await utimes(boat, atime, mtime)
  const beside = join(dirname(boat), 'boat-small.psd')
  await writeFile(beside, 'layers')
  for (const _ of ['the next start', 'and the one after it']) {
    const { core: next } = await startCore(root)
    const left = () => readdir(dirname(boat)).catch(() => [])
    await eventually(async () => (await left()).length <= 2, { what: 'that the others are gone' })
    await next.stop()
    expect(await readFile(boat)).toEqual(edited)
    expect(await readFile(beside, 'utf8')).toBe('layers')
    for (const gone of [harbour, ship]) await expect(readFile(gone)).rejects.toMatchObject({ code: 'ENOENT' })
  }
})
