import { mkdir, readdir, readFile, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { selected } from '../bench/support/export/exporting'
import { createExportWorld, type SeededRecipe } from '../bench/support/export/exportWorld'
import { paintPictures } from '../bench/support/export/paintedPictures'
import { openAt } from '../bench/support/library/libraryWorld'
import { eventually } from '../support/eventually'
import { mountSmallDisk } from '../support/smallDisk'
import { complaintsOfUnzip } from '../support/zipReaders'
import { expect, type RunningApp, test } from './fixtures/app'
import { type Profile, sha256Of } from './fixtures/profile'
import { exportBarOf } from './fixtures/regions'

/** A library of large images, and a recipe for each of these settings. Returns the path of an original, too. */
async function setUp(profile: Profile, settings: readonly Partial<RecipeSettings>[]) {
  const root = dirname(profile.folder)
  const pictures = await paintPictures(root, 1)
  const world = await createExportWorld(root, { pictures, rows: 100 })
  const recipes = settings.map((one) => world.recipe(one))
  world.close()
  return { recipes, original: pictures[0] ?? '' }
}

async function begin(app: RunningApp, recipe: SeededRecipe | undefined, images: number): Promise<string> {
  if (recipe === undefined) throw new Error('there is no such recipe')
  const input = { what: { images: selected(1, images) }, recipeId: recipe.id, besides: [] }
  const { plan } = await app.ask('exports.plan', input)
  await app.ask('exports.begin', { plans: [plan] })
  return recipe.folder
}

/** Once some of the files are there. */
const underWay = (folder: string) =>
  eventually(async () => (await readdir(folder)).filter((name) => name.endsWith('.jpg')).length > 1, {
    what: 'the first files',
  })

/** How many files a folder has, each of which must be a JPEG from its first byte to its last. */
async function wholeJpegs(folder: string): Promise<number> {
  const names = await readdir(folder)
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    expect([name, bytes.toString('hex', 0, 3), bytes.toString('hex', bytes.length - 2)]).toEqual([
      expect.stringMatching(/^\d{6}\.jpg$/),
      'ffd8ff',
      'ffd9',
    ])
  }
  return names.length
}

test('a killed export goes on without files whose places are taken by folders, and says so at each start; a cancelled one leaves whole files alone', async ({
  launch,
  profile,
}) => {
  const jpeg = { format: 'jpeg' } as const
  const { recipes } = await setUp(profile, [jpeg, jpeg])
  const killed = await launch(profile)
  const first = await begin(killed, recipes[0], 16)
  await underWay(first)
  await killed.kill()
  // Where it would write the last three, until they have their names.
  const db = openAt(join(profile.folder, 'cyanotype.db'))
  const last = db.all<{ id: string; number: number }>(
    `SELECT export_id AS id, number FROM export_files WHERE state = 'waiting' ORDER BY number DESC LIMIT 3`,
  )
  db.close()
  const taken = last.map(({ id, number }) => join(first, `.cyanotype-${id}-${number}.part`))
  for (const path of taken) await mkdir(path)
  expect(taken).toHaveLength(3)

  const startAgain = async (): Promise<RunningApp> => {
    const app = await launch(profile)
    await expect(app.page.getByText(/^13 images exported/)).toBeVisible()
    const error = { code: 'exportFailed', detail: { cause: 'EISDIR' } }
    expect(await app.ask('exports.current', null)).toMatchObject({ failed: [{ error, count: 3 }] })
    expect((await readdir(first)).filter((name) => name.endsWith('.part'))).toHaveLength(3)
    return app
  }
  await (await startAgain()).kill()
  const app = await startAgain()
  for (const path of taken) await rmdir(path)
  expect(await wholeJpegs(first)).toBe(13)

  const second = await begin(app, recipes[1], 100)
  await underWay(second)
  await exportBarOf(app.page).cancel.click()
  await expect(app.page.getByText(/exported, because you cancelled$/)).toBeVisible()
  // What was being written when it was cancelled is finished or removed.
  const isTidy = async () => (await readdir(second)).every((name) => name.endsWith('.jpg'))
  await eventually(isTidy, { what: 'a folder without parts' })
  const written = await wholeJpegs(second)
  expect(written).toBeLessThan(100)
  await expect(app.page.getByText(new RegExp(`^${written} images exported`))).toBeVisible()
})

test('an export waits for room on a full disk, and leaves only whole files there', async ({
  launch,
  profile,
}) => {
  const { recipes, original } = await setUp(profile, [{}, { into: 'zip' }])
  const { size } = await stat(original)
  const sum = await sha256Of(original)
  const app = await launch(profile)
  for (const recipe of recipes) {
    const disk = mountSmallDisk(recipe.folder, 40)
    if ('refused' in disk) {
      console.log(`No disk to fill: ${disk.refused}`)
      test.skip(true, disk.refused)
      return
    }
    try {
      // Two of the six have room.
      await disk.fill(size * 2 + 100_000)
      const others = async () => (await readdir(recipe.folder)).filter((name) => name !== 'filler')
      await begin(app, recipe, 6)
      await expect(app.page.getByText(/has no room left/).first()).toBeVisible()
      for (const name of await others())
        if (!name.startsWith('.')) expect(await sha256Of(join(recipe.folder, name))).toBe(sum)

      await disk.clear()
      await exportBarOf(app.page).resume.click()
      await expect(app.page.getByText(/^6 images exported/)).toBeVisible()
      const files = await others()
      if (recipe === recipes[0]) {
        expect(files).toHaveLength(6)
        for (const name of files) expect(await sha256Of(join(recipe.folder, name))).toBe(sum)
      } else {
        expect(files).toEqual([expect.stringMatching(/\.zip$/)])
        expect(await complaintsOfUnzip(join(recipe.folder, files[0] ?? ''))).toBe('')
      }
    } finally {
      disk.unmount()
    }
  }
})
