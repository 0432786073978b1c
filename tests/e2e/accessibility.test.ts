import { expect, type RunningApp, test } from './fixtures/app'
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
import { colourViolations, violations } from './fixtures/violations'

type Theme = 'dark' | 'light'

async function change({ ask, page }: RunningApp, theme: Theme): Promise<void> {
  await ask('preferences.change', { theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  // On its way to its colour, a word may have no contrast.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
}

test('axe finds nothing on the main screens, dark and light', async ({ app }) => {
  const { page } = app
  let [theme, other]: [Theme, Theme] = ['dark', 'light']
  /** In one theme, then in the other, which differs in its colours alone; the next screen begins with that. */
  const look = async (what: string): Promise<void> => {
    expect.soft(await violations(page), `${what}, ${theme}`).toEqual([])
    await change(app, other)
    expect.soft(await colourViolations(page), `${what}, ${other}`).toEqual([])
    ;[theme, other] = [other, theme]
  }
  await change(app, theme)
  await expect(firstRunOf(page).demo).toBeVisible()
  await look('first run')

  await firstRunOf(page).connect.click()
  await expect(connectionDialogOf(page).dialog).toBeVisible()
  await look('connection')
  await page.keyboard.press('Escape')

  await tryDemo(page)
  await look('empty')
  await composeOf(page).prompt.fill('{a|b} {{c}}')
  await composeOf(page).region.getByRole('textbox', { name: '{{c}}' }).fill('d\ne')
  await expect(composeOf(page).region.getByRole('list', { name: 'First rows' })).toBeVisible()
  await look('several prompts')

  await generate(page, { prompt: 'Two lanterns', images: 2 })
  await expect(galleryOf(page).tiles('Two lanterns', 'saved')).toHaveCount(2)
  await galleryOf(page).tiles('Two lanterns', 'saved').first().click()
  await look('gallery and queue')
  const details = page.getByRole('complementary', { name: 'Details' })
  await page.keyboard.press('i')
  await expect(details.getByText('Got')).toBeVisible()
  await page.getByRole('button', { name: 'What was sent' }).click()
  await expect(page.getByRole('button', { name: 'Copy as curl for Bash' })).toBeVisible()
  await details.getByRole('button', { name: 'What an export would write' }).click()
  await details.getByRole('combobox', { name: 'Recipe' }).click()
  await page.getByRole('option', { name: 'Archive' }).click()
  await expect(details.getByRole('region', { name: 'In the file' })).toContainText('aurora-2')
  await look('gallery and details')

  await galleryOf(page).tiles('Two lanterns', 'saved').first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name: 'Quick look' }).getByRole('img')).toBeVisible()
  await look('quick look')
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: '800 %, fit or 100 %' })).toBeVisible()
  await look('quick look zoomed')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Use as reference' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Switch to Direct' }).click()
  await page.getByRole('button', { name: 'Look at reference 1' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await look('a reference that is looked at')
  await page.keyboard.press('Escape')
  await composeOf(page).size.fill('wide')
  await composeOf(page).prompt.fill('{{who}} in the rain')
  await composeOf(page).generate.click({ force: true })
  await expect(composeOf(page).region.locator('[aria-invalid=true]')).toHaveCount(2)
  await look('a form that is wrong')
  await composeOf(page).size.fill('')

  await page.getByRole('tab', { name: /^Queue/ }).click()
  const { pause, button } = queueOf(page)
  await pause.click()
  await generate(page, { prompt: 'Waiting lanterns', images: 2 })
  await button('Show the requests of Waiting lanterns').click()
  const requests = page.getByRole('list', { name: 'Waiting requests of Waiting lanterns' })
  await expect(requests.getByRole('group')).toHaveCount(2)
  await look('what waits')
  await requests.getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit a waiting request' })).toBeVisible()
  await look('editing')
  await page.keyboard.press('Escape')

  await button('Batches').click()
  const batches = page.getByRole('listbox', { name: 'Batches' })
  await expect(batches.getByRole('option')).toHaveCount(2)
  await look('the list of batches')
  await batches.getByRole('option', { name: /^Two lanterns/ }).click()
  // Moves the pointer off the button that opened the list, whose hint would otherwise be open.
  await page.getByRole('region', { name: 'Batch' }).getByRole('button', { name: 'Export…' }).focus()
  await expect(page.getByRole('tooltip')).toBeHidden()
  await look('a batch shown alone')
  await page.keyboard.press('Enter')
  await exportingOf(page).recipe('Web').click()
  await expect(exportingOf(page).plan.getByText('New files')).toBeVisible()
  await look('an export')
  await page.keyboard.press('Escape')
  await galleryOf(page).region.getByRole('button', { name: 'Show all batches' }).click()

  await page.getByRole('button', { name: 'Prompt history' }).click()
  await expect(page.getByRole('option', { name: 'Two lanterns', exact: true })).toBeVisible()
  await look('prompt history')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Save this prompt as a template…' }).click()
  await expect(page.getByRole('dialog', { name: 'Save as a template' })).toBeVisible()
  await look('saving a template')
  await page.keyboard.press('Escape')

  await composeOf(page).model.click()
  await expect(page.getByRole('option', { name: 'aurora-2', exact: true })).toBeVisible()
  await look('models')
  await page.keyboard.press('Escape')

  await composeOf(page).table.click()
  const table = tableOf(page)
  await expect(table.button('Open a file…')).toBeFocused()
  await look('no table')
  await app.electron.evaluate(({ clipboard }) =>
    clipboard.writeText('prompt\tsize\ta lamp\nlanterns\twide\tred\nlamps\t\tblue'),
  )
  await page.keyboard.press('ControlOrMeta+V')
  await expect(table.button('Queue 2 rows')).toBeVisible()
  await page.getByRole('button', { name: /^Empty cells use/ }).click()
  await look('table')
  await table.button('Discard').click()

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Settings', exact: true })).toBeVisible()
  await look('settings')
})
