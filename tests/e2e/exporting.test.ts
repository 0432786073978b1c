import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { selected } from '../bench/support/export/exporting'
import { createExportWorld } from '../bench/support/export/exportWorld'
import { paintPictures } from '../bench/support/export/paintedPictures'
import { pngWith } from '../support/toldImages'
import { complaintsOfUnzip, readByPython } from '../support/zipReaders'
import { expect, test } from './fixtures/app'
import { letWordsPass } from './fixtures/passingWords'
import { filesBelow } from './fixtures/profile'
import { exportingOf, galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const prompt = 'A pier at noon'

test('a recipe is made by keyboard, exports what it said, and later only what is new or changed there', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile)
  const { page } = app
  const { keyboard } = page
  const exporting = exportingOf(page)
  await mkdir(profile.exports, { recursive: true })
  await app.answerOpenDialogs(profile.exports)
  await tryDemo(page)
  await generate(page, { prompt, images: 5, mode: 'Direct' })
  const saved = galleryOf(page).tiles(prompt, 'saved')
  await expect(saved).toHaveCount(5)
  await letWordsPass(page)
  await saved.first().click()
  const names = async () => (await filesBelow(profile.exports)).map((path) => basename(path)).toSorted()

  await keyboard.press('ControlOrMeta+a')
  await keyboard.press('ControlOrMeta+e')
  await expect(exporting.choose).toBeFocused()
  await exporting.recipe('Originals').focus()
  await keyboard.press('ArrowDown')
  await expect(exporting.recipe('Web')).toBeChecked()
  await expect(exporting.choose).toBeVisible()
  await exporting.choose.focus()
  await keyboard.press('Enter')
  await exporting.names.fill('{model}/pier-{index:2}')
  await expect(exporting.plan.getByText('aurora-2/pier-03.webp')).toBeVisible()
  const start = exporting.button('Export 5 files')
  await expect(start).not.toHaveAttribute('aria-disabled')
  await start.press('Enter')
  await expect(page.getByText(/^5 images exported/)).toBeVisible()
  expect(await names()).toEqual([1, 2, 3, 4, 5].map((n) => `pier-0${n}.webp`))

  const folder = join(profile.exports, 'aurora-2')
  for (const name of ['pier-01.webp', 'pier-03.webp', 'pier-04.webp']) await rm(join(folder, name))
  await writeFile(join(folder, 'pier-02.webp'), 'retouched')
  await keyboard.press('ControlOrMeta+e')
  await expect(exporting.button('Export 4 files')).toBeFocused()
  await expect(exporting.plan.getByText('Already there, unchanged')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByText(/^4 images exported/)).toBeVisible()
  expect(await names()).toHaveLength(6)
  expect(await readFile(join(folder, 'pier-02.webp'), 'utf8')).toBe('retouched')

  await keyboard.press('ControlOrMeta+e')
  await expect(exporting.plan.getByText('Everything is there already.')).toBeVisible()

  // The recipe comes without metadata.
  const saysPrompt = async (name: string) => (await readFile(join(folder, name))).includes(prompt)
  expect(await saysPrompt('pier-03.webp')).toBe(false)
  await page.getByRole('radio', { name: 'Prompt and more' }).click()
  await exporting.names.fill('{model}/told-{index:2}')
  await exporting.button('Export 5 files').click()
  await expect(page.getByText(/^5 images exported/)).toBeVisible()
  expect(await saysPrompt('told-03.webp')).toBe(true)
})

test('a recipe that is told so exports a batch once it is done', async ({ launch, profile }) => {
  const app = await launch(profile)
  const { page } = app
  const exporting = exportingOf(page)
  await mkdir(profile.exports, { recursive: true })
  await app.answerOpenDialogs(profile.exports)
  await tryDemo(page)
  await generate(page, { prompt, mode: 'Direct' })
  await galleryOf(page).tiles(prompt, 'saved').first().click()
  await page.keyboard.press('ControlOrMeta+e')
  await exporting.choose.click()
  await exporting.dialog.getByRole('switch', { name: 'Export each finished batch automatically' }).click()
  await page.keyboard.press('Escape')
  await expect(exporting.dialog).toBeHidden()

  await generate(page, { prompt: 'A pier at dusk', images: 2, mode: 'Direct' })
  await expect(page.getByText('1 queued in “A pier at dusk”')).toBeVisible()
  await letWordsPass(page)
  await expect(page.getByText(/^2 images exported/)).toBeVisible()
  const files = await filesBelow(profile.exports)
  expect(files.filter((path) => basename(path).includes('a-pier-at-dusk'))).toHaveLength(2)
  expect(files).toHaveLength(2)
})

test('300 images become one ZIP while a batch runs', async ({ launch, profile }) => {
  const root = dirname(profile.folder)
  const picture = join(root, 'picture.png')
  await writeFile(picture, await pngWith([], { width: 1024, height: 1024 }))
  const world = await createExportWorld(root, { pictures: [picture], rows: 300 })
  world.close()
  await mkdir(profile.exports)
  const app = await launch(profile, { demo: { taskMs: 3_600_000, spread: 0, slots: 1 } })
  const { page } = app
  const exporting = exportingOf(page)
  const gallery = galleryOf(page)
  await generate(page, { prompt })
  await expect(page.getByText(/^1 queued in/)).toBeVisible()
  await letWordsPass(page)
  await app.answerOpenDialogs(profile.exports)
  await gallery.region.getByRole('option', { name: /saved/ }).first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+e')
  await exporting.choose.click()
  await page.getByRole('radio', { name: 'One ZIP' }).click()
  await exporting.button('Export 300 files as ZIP').click()
  await expect(page.getByText(/^300 images exported in studies-[-\d]+\.zip to/)).toBeVisible()
  await expect(gallery.tiles(prompt, 'running')).toHaveCount(1)
  const [zip = '', ...others] = await filesBelow(profile.exports)
  expect(others).toEqual([])
  expect(await complaintsOfUnzip(zip)).toBe('')
  expect((await readByPython(zip)).count).toBe(300)
})

test('large JPEGs are given their descriptions by one process, which lives on', async ({
  launch,
  profile,
}) => {
  const root = dirname(profile.folder)
  const world = await createExportWorld(root, { pictures: await paintPictures(root, 1), rows: 100 })
  const recipe = world.recipe({ format: 'jpeg', quality: 100, metadata: 'kept' })
  world.close()
  const app = await launch(profile)
  await expect(galleryOf(app.page).region).toBeVisible()
  const images = selected(1, 3)
  const { plan } = await app.ask('exports.plan', { what: { images }, recipeId: recipe.id, besides: [] })
  await app.ask('exports.begin', { plans: [plan] })
  await expect(app.page.getByText(/^3 images exported/)).toBeVisible()
  const files = await filesBelow(recipe.folder)
  expect(files).toHaveLength(3)
  for (const file of files) expect((await readFile(file)).includes('trainedAlgorithmicMedia')).toBe(true)
})
