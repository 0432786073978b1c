import { errors } from '@shared/text/errors'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { connectionDialogOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'

const test = testOnOneApp()

/** Removes a connection as a user does. */
async function remove({ page }: RunningApp, name: string): Promise<void> {
  const dialog = (title: string) => page.getByRole('dialog', { name: title, exact: true })
  await page.getByRole('button', { name: 'Settings' }).click()
  await dialog('Settings')
    .getByRole('button', { name: `Remove ${name}` })
    .click()
  await dialog(`Remove “${name}”?`).getByRole('button', { name: 'Remove connection' }).click()
  await expect(dialog('Settings').getByText('No connections yet.')).toBeVisible()
  await page.keyboard.press('Escape')
}

const rowOf = ({ page }: RunningApp, prompt: string) =>
  queueOf(page)
    .region.getByRole('region', { name: 'Needs you 1' })
    .getByRole('listitem')
    .filter({ hasText: prompt })

/** Brings the connection back, and types a key where its banner says so. */
async function giveKey(app: RunningApp, prompt: string, button: string): Promise<void> {
  const { page } = app
  await rowOf(app, prompt).getByRole('button', { name: 'Bring the connection back' }).click()
  await page.getByRole('button', { name: button }).first().click()
  const form = connectionDialogOf(page)
  await expect(form.name).toHaveValue('Studio')
  await form.apiKey.fill('sk-new')
  await form.save.click()
  await expect(form.dialog).toBeHidden()
}

test('a removed connection with a refused key retries, needs the user, and fetches with a new key', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-old', nextKey: 'sk-new' })
  await reconnect(app, { url: service.url, key: 'sk-old' })
  await generate(app.page, { prompt: 'A red door' })
  await expect(app.page.getByText(`Studio: ${errors.keyRefused.cause}`)).toBeVisible()
  await remove(app, 'Studio')
  const asked = service.refusedPolls
  await expect.poll(() => service.refusedPolls).toBeGreaterThan(asked + 1)
  const row = rowOf(app, 'A red door')
  await expect(row).toContainText('Studio was removed, and this can’t be fetched.')
  await expect(row).toContainText(errors.keyRefused.cause)
  await row.getByRole('button', { name: 'More for A red door' }).click()
  await expect(app.page.getByRole('menuitem', { name: 'Stop waiting' })).toBeVisible()
  await app.page.keyboard.press('Escape')

  await giveKey(app, 'A red door', 'Replace key')
  await expect(galleryOf(app.page).tile('A red door', 1, 1, 'saved')).toBeVisible()
  expect(service.posts).toBe(1)
})

test('a removed connection whose key did not outlive the app needs the user after a restart as well', async ({
  app: first,
  restart,
  serve,
}) => {
  const service = await serve({ key: 'sk-old', nextKey: 'sk-new' })
  await reconnect(first, { url: service.url, key: 'sk-old' })
  await generate(first.page, { prompt: 'A blue door' })
  await expect.poll(() => service.refusedPolls).toBeGreaterThan(0)
  await remove(first, 'Studio')
  await first.kill()

  const again = await restart()
  await expect(rowOf(again, 'A blue door')).toContainText(errors.keyMissing.cause)
  await giveKey(again, 'A blue door', 'Add the key')
  await expect(galleryOf(again.page).tile('A blue door', 1, 1, 'saved')).toBeVisible()
  expect(service.posts).toBe(1)
})
