import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import type { ExportPlan } from '@shared/model/exportRun'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Call } from '../../support/call'
import { eventually } from '../../support/eventually'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { ended, namesIn, recipeFor, setUp } from './exportHarness'

/** Plans by each recipe besides those before. */
async function plansOf(call: Call, recipes: readonly ExportRecipe[], ids: readonly string[]) {
  const plans: ExportPlan[] = []
  const plan = (recipe: ExportRecipe) =>
    call('exports.plan', {
      what: { images: { ids: [...ids] } },
      recipeId: recipe.id,
      besides: plans.map((made) => made.plan),
    })
  for (const recipe of recipes) plans.push(await plan(recipe))
  return plans
}

async function together(given: readonly Partial<RecipeSettings>[], names?: readonly string[]) {
  const core = await setUp(names)
  const folders = given.map(() => temporaryFolder())
  const recipes: ExportRecipe[] = []
  for (const [at, settings] of given.entries())
    recipes.push(await recipeFor(core, folders[at] ?? '', settings))
  const begin = async () => {
    const plans = await plansOf(core.call, recipes, core.ids)
    await core.call('exports.begin', { plans: plans.map(({ plan }) => plan) })
    return plans
  }
  return { ...core, folders, recipes, begin }
}

const names = async (folders: readonly string[]) => Promise.all(folders.map(namesIn))

test('several recipes are one export: each writes what it said, where it said', async () => {
  const settings = [
    { format: 'webp', longestSide: 20 },
    { manifest: 'json' },
    { format: 'jpeg', into: 'zip', metadata: 'stripped' },
  ] as const
  const { call, begin, folders, root } = await together(settings)
  const plans = await begin()
  expect(plans.map(({ files }) => files)).toEqual([3, 3, 3])
  const run = await ended(call)
  expect(run).toMatchObject({ written: 9, failed: [], left: 0 })
  const zip = run.places[2]?.zip ?? ''
  expect(await names(folders)).toEqual([
    ['boat.webp', 'harbour.webp', 'ship.webp'],
    ['boat.png', 'harbour.png', 'manifest.json', 'ship.png'],
    [zip],
  ])
  expect(await sharp(join(folders[0] ?? '', 'ship.webp')).metadata()).toMatchObject({ width: 20 })
  const original = await readFile(join(root, 'pictures', 'ship.png'))
  expect(await readFile(join(folders[1] ?? '', 'ship.png'))).toEqual(original)
  const listed = JSON.parse(await readFile(join(folders[1] ?? '', 'manifest.json'), 'utf8'))
  expect(listed.map(({ file }: { readonly file: string }) => file)).toEqual([
    'boat.png',
    'harbour.png',
    'ship.png',
  ])
})

test('a picture that is decoded once gives the files that each recipe alone gives', async () => {
  const settings = [
    { format: 'webp', longestSide: 20 },
    { format: 'jpeg', background: '#00ff00' },
    { format: 'png', profile: 'kept' },
  ] as const
  const { call, begin, folders, recipes, ids } = await together(settings)
  await begin()
  await ended(call)
  await call('exports.act', { action: 'dismiss' })
  for (const [at, recipe] of recipes.entries()) {
    const folder = folders[at] ?? ''
    const before = await Promise.all((await namesIn(folder)).map((name) => readFile(join(folder, name))))
    expect(before).toHaveLength(3)
    for (const name of await namesIn(folder)) await rm(join(folder, name))
    const [{ plan } = { plan: 0 }] = await plansOf(call, [recipe], ids)
    await call('exports.begin', { plans: [plan] })
    await ended(call)
    await call('exports.act', { action: 'dismiss' })
    const alone = await Promise.all((await namesIn(folder)).map((name) => readFile(join(folder, name))))
    expect(alone.map((bytes, image) => bytes.equals(before[image] ?? Buffer.alloc(0)))).toEqual([
      true,
      true,
      true,
    ])
  }
})

test('two recipes with one destination get names besides each other’s, and only what is new is by recipe', async () => {
  const core = await setUp()
  const { call, folder, ids } = core
  const recipes = [
    await recipeFor(core, folder, { format: 'webp' }),
    await recipeFor(core, folder, { format: 'webp', quality: 10 }),
  ]
  const plans = await plansOf(call, recipes, ids)
  expect(plans[1]).toMatchObject({ taken: 3, names: ['boat (2).webp', 'harbour (2).webp', 'ship (2).webp'] })
  await call('exports.begin', { plans: plans.map(({ plan }) => plan) })
  await ended(call)
  expect(await namesIn(folder)).toEqual(plans.flatMap((plan) => plan.names).sort())
  await rm(join(folder, 'boat (2).webp'))
  const again = await plansOf(call, recipes, ids)
  expect(again.map(({ files, unchanged }) => [files, unchanged])).toEqual([
    [0, 3],
    [1, 2],
  ])
})

test('what fails by one recipe fails alone, and is tried again alone', async () => {
  const { call, begin, folders, ids, root } = await together([{ format: 'webp' }, {}])
  const { file } = await call('images.details', { id: ids[0] ?? '' })
  const path = join(root, 'library', file)
  const bytes = await readFile(path)
  await rename(path, join(root, 'aside.png'))
  await writeFile(path, bytes.subarray(0, 60))
  await begin()
  const run = await ended(call)
  expect(run.written).toBe(4)
  expect(run.named.map((one) => one.path).sort()).toEqual(['boat.png', 'boat.webp'])
  await rename(join(root, 'aside.png'), path)
  await call('exports.act', { action: 'retry' })
  await eventually(async () => (await ended(call)).written === 6)
  expect(await names(folders)).toEqual([
    ['boat.webp', 'harbour.webp', 'ship.webp'],
    ['boat.png', 'harbour.png', 'ship.png'],
  ])
})

test('an export by several recipes goes on after a restart, and only kept plans begin', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `boat ${at}.png`)
  const { call, begin, core, folders, root, recipes, ids } = await together([{ format: 'webp' }, {}], many)
  const [stale] = await plansOf(call, recipes, ids)
  await plansOf(call, recipes, ids)
  await expect(call('exports.begin', { plans: [stale?.plan ?? 0] })).rejects.toMatchObject({
    error: { code: 'rowMissing' },
  })
  await begin()
  await core.stop()
  const { call: again } = await startCore(root)
  expect(await ended(again)).toMatchObject({ written: 24, failed: [], left: 0 })
  expect((await names(folders)).map((some) => some.length)).toEqual([12, 12])
})
