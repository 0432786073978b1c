import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, testOnOneApp } from './fixtures/app'
import { demoFiles } from './fixtures/demoService'
import { sha256Of } from './fixtures/profile'
import { composeOf, firstRunOf, galleryOf, queueOf } from './fixtures/regions'
import { generate } from './fixtures/steps'

const test = testOnOneApp(undefined, { demo: { plain: false } })

test('the first start offers your own service and the demo service, which leads to an image on disk, byte for byte as served', async ({
  app,
  profile,
}) => {
  const { page } = app
  await expect(page).toHaveTitle('Cyanotype')
  await expect(firstRunOf(page).connect).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(firstRunOf(page).demo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(composeOf(page).prompt).toBeFocused()
  await expect(composeOf(page).region).toBeVisible()
  await expect(queueOf(page).region).toBeVisible()

  await generate(page, { prompt: 'A lighthouse on a basalt cliff' })
  await expect(galleryOf(page).tile('A lighthouse on a basalt cliff', 1, 1, 'saved')).toBeVisible()

  const [image, ...more] = await profile.libraryImages()
  expect(more).toEqual([])
  const served = await Promise.all((await demoFiles(profile)).map(sha256Of))
  expect(served).toContain(await sha256Of(image ?? ''))

  const [row] = (await app.ask('gallery.page', { text: '', offset: 0, limit: 10 })).rows
  const details = await app.ask('images.details', { id: row?.id ?? '' })
  expect(join(profile.library, details.file)).toBe(image)
  expect(details.bytes).toBe((await readFile(image ?? '')).length)
  expect(details.asked).toMatchObject({ prompt: 'A lighthouse on a basalt cliff', mode: 'background' })
})

test('a start, from the first line of the page to an image, logs no warnings', async ({ app }) => {
  const { page } = app
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') said.push(message.text())
  })
  await app.ask('connections.useDemo', null)
  // Listening from the beginning.
  await page.reload()
  await expect(composeOf(page).prompt).toBeVisible()
  await generate(page, { prompt: 'A heron on ice' })
  await expect(galleryOf(page).tiles('A heron on ice', 'saved')).toHaveCount(1)
  expect(said).toEqual([])
  // A warning of an older Node, in a trial runtime, about a library we use; and what Node says after it.
  const known = /Importing JSON modules|to show where the warning was created/
  const printed = app.printed().split('\n')
  expect(printed.filter((line) => /warning/i.test(line) && !known.test(line))).toEqual([])
})
