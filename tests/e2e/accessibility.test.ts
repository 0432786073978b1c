import { expect, test } from './fixtures/app'
import {
  composeOf,
  connectionDialogOf,
  exportingOf,
  firstRunOf,
  galleryOf,
  queueOf,
  tableOf,
} from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'
import { violations } from './fixtures/violations'

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds nothing on the main screens, ${theme}`, async ({ app }) => {
    const { page } = app
    await app.ask('preferences.change', { theme })
    await expect(firstRunOf(page).demo).toBeVisible()
    expect.soft(await violations(page), 'first run').toEqual([])

    await firstRunOf(page).connect.click()
    await expect(connectionDialogOf(page).dialog).toBeVisible()
    expect.soft(await violations(page), 'connection').toEqual([])
    await page.keyboard.press('Escape')

    await tryDemo(page)
    expect.soft(await violations(page), 'empty').toEqual([])
    await composeOf(page).prompt.fill('{a|b} {{c}}')
    await composeOf(page).region.getByRole('textbox', { name: '{{c}}' }).fill('d\ne')
    await expect(composeOf(page).region.getByRole('list', { name: 'First rows' })).toBeVisible()
    expect.soft(await violations(page), 'several prompts').toEqual([])

    await generate(page, { prompt: 'Two lanterns', images: 2 })
    await expect(galleryOf(page).tiles('Two lanterns', 'saved')).toHaveCount(2)
    await galleryOf(page).tiles('Two lanterns', 'saved').first().click()
    expect.soft(await violations(page), 'gallery and queue').toEqual([])
    const details = page.getByRole('complementary', { name: 'Details' })
    await page.keyboard.press('i')
    await expect(details.getByText('Got')).toBeVisible()
    await page.getByRole('button', { name: 'What was sent' }).click()
    await expect(page.getByRole('button', { name: 'Copy as curl' })).toBeVisible()
    await details.getByRole('button', { name: 'What an export would write' }).click()
    await details.getByRole('combobox', { name: 'Recipe' }).click()
    await page.getByRole('option', { name: 'Archive' }).click()
    await expect(details.getByRole('region', { name: 'In the file' })).toContainText('aurora-2')
    expect.soft(await violations(page), 'gallery and details').toEqual([])

    await galleryOf(page).tiles('Two lanterns', 'saved').first().focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('dialog', { name: 'Quick look' }).getByRole('img')).toBeVisible()
    expect.soft(await violations(page), 'quick look').toEqual([])
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press('+')
    await expect(page.getByRole('button', { name: '800 %, fit or 100 %' })).toBeVisible()
    expect.soft(await violations(page), 'quick look zoomed').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Use as reference' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Switch to Direct' }).click()
    await page.getByRole('button', { name: 'Look at reference 1' }).click()
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    expect.soft(await violations(page), 'a reference that is looked at').toEqual([])
    await page.keyboard.press('Escape')
    await composeOf(page).size.fill('wide')
    await composeOf(page).prompt.fill('{{who}} in the rain')
    await composeOf(page).generate.click({ force: true })
    await expect(composeOf(page).region.locator('[aria-invalid=true]')).toHaveCount(2)
    expect.soft(await violations(page), 'a form that is wrong').toEqual([])
    await composeOf(page).size.fill('')

    await page.getByRole('tab', { name: /^Queue/ }).click()
    const { pause, button } = queueOf(page)
    await pause.click()
    await generate(page, { prompt: 'Waiting lanterns', images: 2 })
    await button('Show the requests of Waiting lanterns').click()
    const requests = page.getByRole('list', { name: 'Waiting requests of Waiting lanterns' })
    await expect(requests.getByRole('group')).toHaveCount(2)
    expect.soft(await violations(page), 'what waits').toEqual([])
    await requests.getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit a waiting request' })).toBeVisible()
    expect.soft(await violations(page), 'editing').toEqual([])
    await page.keyboard.press('Escape')

    await button('Batches').click()
    const batches = page.getByRole('listbox', { name: 'Batches' })
    await expect(batches.getByRole('option')).toHaveCount(2)
    expect.soft(await violations(page), 'the list of batches').toEqual([])
    await batches.getByRole('option', { name: /^Two lanterns/ }).click()
    // Moves the pointer off the button that opened the list, whose hint would otherwise be open.
    await page.getByRole('region', { name: 'Batch' }).getByRole('button', { name: 'Export…' }).focus()
    await expect(page.getByRole('tooltip')).toBeHidden()
    expect.soft(await violations(page), 'a batch shown alone').toEqual([])
    await page.keyboard.press('Enter')
    await exportingOf(page).recipe('Web').click()
    await expect(exportingOf(page).plan.getByText('New files')).toBeVisible()
    expect.soft(await violations(page), 'an export').toEqual([])
    await page.keyboard.press('Escape')
    await galleryOf(page).region.getByRole('button', { name: 'Show all batches' }).click()

    await page.getByRole('button', { name: 'Prompt history' }).click()
    await expect(page.getByRole('option', { name: 'Two lanterns', exact: true })).toBeVisible()
    expect.soft(await violations(page), 'prompt history').toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Save this prompt as a template…' }).click()
    await expect(page.getByRole('dialog', { name: 'Save as a template' })).toBeVisible()
    expect.soft(await violations(page), 'saving a template').toEqual([])
    await page.keyboard.press('Escape')

    await composeOf(page).model.click()
    await expect(page.getByRole('option', { name: 'aurora-2', exact: true })).toBeVisible()
    expect.soft(await violations(page), 'models').toEqual([])
    await page.keyboard.press('Escape')

    await composeOf(page).table.click()
    const table = tableOf(page)
    await expect(table.button('Open a file…')).toBeFocused()
    expect.soft(await violations(page), 'no table').toEqual([])
    await app.electron.evaluate(({ clipboard }) =>
      clipboard.writeText('prompt\tsize\ta lamp\nlanterns\twide\tred\nlamps\t\tblue'),
    )
    await page.keyboard.press('ControlOrMeta+V')
    await expect(table.button('Queue 2 rows')).toBeVisible()
    await page.getByRole('button', { name: /^Empty cells use/ }).click()
    expect.soft(await violations(page), 'table').toEqual([])
    await table.button('Discard').click()

    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Settings', exact: true })).toBeVisible()
    expect.soft(await violations(page), 'settings').toEqual([])
  })
}
