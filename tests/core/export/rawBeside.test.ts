import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exported, namesIn, recipeFor, setUp } from './exportHarness'

const settings = { template: 'boat', sidecar: true, sidecarName: 'stem' } as const

test('a .xmp by stem isn’t written for a raw photo of the user, which editors would take it for', async () => {
  const { call, ids, folder, ports } = await setUp(['boat.png'])
  await writeFile(join(folder, 'BOAT.CR2'), 'a raw photo')
  const recipe = await recipeFor({ call, ports }, folder, settings)
  expect((await exported(call, recipe, ids)).plan).toMatchObject({ names: ['boat (2).png'], taken: 1 })
  expect(await namesIn(folder)).toEqual(['BOAT.CR2', 'boat (2).png', 'boat (2).xmp'])
})

test('beside pictures and texts of that name, which have none, it is', async () => {
  const { call, ids, folder, ports } = await setUp(['boat.png'])
  for (const name of ['boat.jpg', 'boat.txt', 'boat']) await writeFile(join(folder, name), 'of the user')
  const recipe = await recipeFor({ call, ports }, folder, settings)
  expect((await exported(call, recipe, ids)).plan).toMatchObject({ names: ['boat.png'], taken: 0 })
})

test('a recipe that skips what is there writes an image beside the .xmp of a raw photo', async () => {
  const { call, ids, folder, ports } = await setUp(['boat.png'])
  await writeFile(join(folder, 'boat.CR2'), 'a raw photo')
  await writeFile(join(folder, 'boat.xmp'), 'its development')
  const recipe = await recipeFor({ call, ports }, folder, { ...settings, existing: 'skip' })
  expect((await exported(call, recipe, ids)).plan).toMatchObject({ files: 1, skipped: 0 })
  expect(await namesIn(folder)).toEqual(['boat (2).png', 'boat (2).xmp', 'boat.CR2', 'boat.xmp'])
  expect(await readFile(join(folder, 'boat.xmp'), 'utf8')).toBe('its development')
})

test('and one that has the picture is skipped, whatever is beside that', async () => {
  const { call, ids, folder, ports } = await setUp(['boat.png', 'ship.png'])
  await writeFile(join(folder, 'boat.png'), 'of the user')
  const recipe = await recipeFor({ call, ports }, folder, {
    ...settings,
    template: '{name}',
    existing: 'skip',
  })
  expect((await exported(call, recipe, ids)).plan).toMatchObject({ files: 1, skipped: 1 })
  expect(await namesIn(folder)).toEqual(['boat.png', 'ship.png', 'ship.xmp'])
})
