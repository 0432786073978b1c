import { expect, test } from './fixtures/app'
import { composeOf, galleryOf } from './fixtures/regions'
import { connect } from './fixtures/steps'

const prompts = ['fox in snow', 'fox in rain', 'hare in snow', 'hare in rain'].map(
  (words) => `A ${words} {f|8}`,
)

test('a prompt that stands for four is counted and sent as four, and reusing one of them fills the form with it', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await connect(page, service)
  const { prompt, region } = composeOf(page)
  await prompt.fill('A {{animal}} in {snow|rain} \\{f|8}')
  await region.getByRole('textbox', { name: '{{animal}}', exact: true }).fill('fox\nhare')
  await expect(region.getByRole('button', { name: '4 prompts', exact: true })).toBeVisible()
  const rows = region.getByRole('list', { name: 'First rows', exact: true }).getByRole('listitem')
  await expect(rows).toHaveText(prompts)
  await page.keyboard.press('ControlOrMeta+Enter')
  for (const made of prompts) await expect(galleryOf(page).tiles(made, 'saved')).toHaveCount(1)
  const bodies = () => service.accepted.map(({ body }) => body)
  expect(
    bodies()
      .map((body) => body.prompt)
      .toSorted(),
  ).toEqual(prompts.toSorted())

  const [first = ''] = prompts
  await galleryOf(page).tiles(first, 'saved').click()
  await page.keyboard.press('i')
  await page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'Reuse', exact: true })
    .click()
  await expect(prompt).toHaveValue('A fox in snow \\{f|8}')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(galleryOf(page).tiles(first, 'saved')).toHaveCount(2)
  expect(bodies().at(-1)).toEqual({ model: 'painter-1', prompt: first, async: true })
})
