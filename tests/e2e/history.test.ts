import { expect, test } from './fixtures/app'
import { composeOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

test('after a restart queued prompts come back by Alt and the arrow keys and from their list, and so does a template', async ({
  launch,
  profile,
}) => {
  const first = await launch(profile)
  await tryDemo(first.page)
  await generate(first.page, { prompt: 'A kite over dunes' })
  await expect(first.page.getByText('1 queued in “A kite over dunes”')).toBeVisible()
  await generate(first.page, { prompt: 'A pier\nin the fog' })
  await expect(first.page.getByText('1 queued in “A pier in the fog”')).toBeVisible()
  await composeOf(first.page).prompt.fill('A portrait in the manner of an old botanist')
  await first.page.getByRole('button', { name: 'Templates' }).click()
  await first.page.getByRole('button', { name: 'Save this prompt as a template…' }).click()
  await expect(first.page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await first.page.keyboard.type('Botanist')
  await first.page.keyboard.press('Enter')
  await expect(first.page.getByText('Template “Botanist” saved')).toBeVisible()
  await composeOf(first.page).prompt.fill('half a sen')
  await first.quit()

  const { page } = await launch(profile)
  const { prompt } = composeOf(page)
  const { keyboard } = page
  await expect(prompt).toHaveValue('half a sen')
  await expect(prompt).toBeFocused()
  await keyboard.press('Alt+ArrowUp')
  await expect(prompt).toHaveValue('A pier\nin the fog')
  await keyboard.press('Alt+ArrowUp')
  await expect(prompt).toHaveValue('A kite over dunes')
  // The caret is at the end: typing continues there.
  await keyboard.type(' at noon')
  await expect(prompt).toHaveValue('A kite over dunes at noon')
  await keyboard.press('Alt+ArrowDown')
  await expect(prompt).toHaveValue('A pier\nin the fog')
  await keyboard.press('Alt+ArrowDown')
  await expect(prompt).toHaveValue('half a sen')

  await page.getByRole('button', { name: 'Prompt history' }).focus()
  await keyboard.press('Enter')
  const list = page.getByRole('listbox', { name: 'Prompt history' })
  await expect(list.getByRole('option')).toHaveText(['A pier in the fog', 'A kite over dunes'])
  await keyboard.type('KITE')
  await expect(list.getByRole('option')).toHaveText(['A kite over dunes'])
  await keyboard.press('Enter')
  await expect(prompt).toHaveValue('A kite over dunes')
  await expect(prompt).toBeFocused()

  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('option', { name: /^Botanist/ }).click()
  await expect(prompt).toHaveValue('A portrait in the manner of an old botanist')
})
