import { expect, test } from './fixtures/app'
import { composeOf, galleryOf, tableOf } from './fixtures/regions'
import { connect } from './fixtures/steps'

test('an extra field is typed by keyboard, sent digit by digit, shown with the image and reused', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  const { keyboard } = page
  await connect(page, { url: service.url, key: service.key, price: 2 })
  const compose = composeOf(page)
  const extra = compose.region.getByRole('button', { name: 'Extra fields' })
  const sentence = (words: string) => compose.region.getByText(words, { exact: true })

  await compose.prompt.fill('A heron')
  await extra.focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of field 1' })).toBeFocused()
  await keyboard.type('seed')
  await keyboard.press('Tab')
  await keyboard.type('9007199254740993')
  await keyboard.press('Escape')
  await expect(extra).toBeFocused()
  await expect(
    sentence('1 request with seed 9007199254740993, 1 image, at least 2 credits, Studio'),
  ).toBeVisible()
  await keyboard.press('ControlOrMeta+Enter')
  const tile = galleryOf(page).tile('A heron', 1, 1, 'saved')
  await expect(tile).toBeVisible()
  expect(service.accepted.map(({ text }) => text)).toEqual([
    '{"model":"painter-1","prompt":"A heron","async":true,"seed":9007199254740993}',
  ])

  // Taken out of the form, and brought back by Reuse.
  await extra.click()
  await page.getByRole('button', { name: 'Remove field 1' }).click()
  await keyboard.press('Escape')
  await expect(sentence('1 request, 1 image, about 2 credits, Studio')).toBeVisible()
  await tile.click()
  await keyboard.press('i')
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByText('seed 9007199254740993')).toBeVisible()
  await details.getByRole('button', { name: 'Reuse' }).click()
  await expect(
    sentence('1 request with seed 9007199254740993, 1 image, at least 2 credits, Studio'),
  ).toBeVisible()
})

test('a table with a column +quality sends each row its own, and the connection’s to the others', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page, electron, ask } = app
  const { keyboard } = page
  await connect(page, service)
  const [connection] = (await ask('app.snapshot', null)).connections
  if (connection === undefined) throw new Error('there is no connection')
  const extra = { background: [{ name: 'quality', value: 'low' }], direct: [] }
  await ask('connections.save', { id: connection.id, draft: { ...connection, extra }, apiKey: null })

  const rows = 'prompt\t+quality\na wren\thigh\na heron\t\na grebe\t1.50\na goose\t[[[1]]]\n'
  await electron.evaluate(({ clipboard }, words) => clipboard.writeText(words), rows)
  await composeOf(page).table.focus()
  await keyboard.press('Enter')
  await expect(tableOf(page).button('Open a file…')).toBeFocused()
  await keyboard.press('ControlOrMeta+V')
  const { grid, dialog } = tableOf(page)
  await expect(grid.getByRole('combobox', { name: /^Role of \+quality/ })).toHaveText('Extra field')
  await expect(dialog).toContainText('4 rows, 4 requests, 4 images')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => service.accepted.length).toBe(4)
  expect(service.accepted.map(({ text }) => text).toSorted()).toEqual([
    '{"model":"painter-1","prompt":"a goose","async":true,"quality":[[[1]]]}',
    '{"model":"painter-1","prompt":"a grebe","async":true,"quality":1.50}',
    '{"model":"painter-1","prompt":"a heron","async":true,"quality":"low"}',
    '{"model":"painter-1","prompt":"a wren","async":true,"quality":"high"}',
  ])
})
