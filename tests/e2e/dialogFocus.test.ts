import type { Locator } from '@playwright/test'
import { expect, type RunningApp, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import { composeOf, connectionDialogOf, firstRunOf, galleryOf } from './fixtures/regions'
import { connectByDialog, generate } from './fixtures/steps'

/** Opens a dialog by key from where the focus is, closes it by Escape, and waits until it is gone. */
async function openAndLeave({ page }: RunningApp, key: string, dialog: Locator): Promise<void> {
  await page.keyboard.press(key)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('Settings and Connection give the focus back to what opened them', async ({ app, serve }) => {
  const service = await serve({ key: 'sk-1' })
  const { page, electron } = app
  const { keyboard } = page
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true })
  const button = (name: string) => settings.getByRole('button', { name, exact: true })
  const form = connectionDialogOf(page)
  const { prompt, region } = composeOf(page)

  const { reach } = await walkByFocus(page)
  await reach(firstRunOf(page).connect)
  await openAndLeave(app, 'Enter', form.dialog)
  await expect(firstRunOf(page).connect).toBeFocused()

  await connectByDialog(page, { url: service.url, key: service.key })
  await expect(prompt).toBeFocused()
  await openAndLeave(app, 'Control+,', settings)
  await expect(prompt).toBeFocused()

  // From the system's menu too.
  await electron.evaluate(({ Menu, BrowserWindow }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    items.find(({ label }) => label === 'Settings…')?.click(undefined, BrowserWindow.getAllWindows()[0])
  })
  await expect(settings).toBeVisible()
  await keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(prompt).toBeFocused()

  await generate(page, { prompt: 'A lantern' })
  const tile = galleryOf(page).tiles('A lantern', 'saved')
  await expect(tile).toHaveCount(1)
  await tile.click()
  await openAndLeave(app, 'Control+,', settings)
  await expect(tile).toBeFocused()

  // Connections are added and edited above Settings.
  const opener = page.getByRole('banner').getByRole('button', { name: 'Settings' })
  await opener.click()
  await reach(button('Edit Studio'))
  await openAndLeave(app, 'Enter', form.dialog)
  await expect(button('Edit Studio')).toBeFocused()
  await keyboard.press('Enter')
  await form.name.fill('Atelier')
  await form.save.click()
  await expect(form.dialog).toBeHidden()
  await expect(button('Edit Atelier')).toBeFocused()
  await reach(button('Add a connection'))
  await keyboard.press('Enter')
  await form.name.fill('Other')
  await form.baseUrl.fill(service.url)
  await form.apiKey.fill('sk-2')
  await form.apiKey.press('Enter')
  await expect(form.dialog).toBeHidden()
  await expect(button('Add a connection')).toBeFocused()

  // What opened the question is gone with the connection: the focus stays in Settings.
  await button('Remove Other').click()
  await page.getByRole('button', { name: 'Remove connection', exact: true }).click()
  await expect(button('Remove Other')).toHaveCount(0)
  await expect.poll(() => settings.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(opener).toBeFocused()

  const connection = region.getByRole('combobox', { name: 'Connection', exact: true })
  await connection.focus()
  await keyboard.press('Enter')
  const add = page.getByRole('option', { name: 'Add a connection…' })
  await expect(add).toBeVisible()
  await keyboard.press('End')
  await expect(connection).toHaveAttribute('aria-activedescendant', (await add.getAttribute('id')) ?? '')
  await openAndLeave(app, 'Enter', form.dialog)
  await expect(connection).toBeFocused()
  await connection.click()
  await add.click()
  await expect(form.dialog).toBeVisible()
  await keyboard.press('Escape')
  await expect(connection).toBeFocused()
})
