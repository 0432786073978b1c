import { runCurl } from '../support/printingCurl'
import { expect, testOnOneApp } from './fixtures/app'
import { composeOf, galleryOf, queueOf, tableOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'

const test = testOnOneApp()

test('Background sends only model, prompt and async; Direct sends size and n as well', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await reconnect(app, service)

  await generate(page, { prompt: 'In the background' })
  await expect(galleryOf(page).tile('In the background', 1, 1, 'saved')).toBeVisible()

  await composeOf(page).mode('Direct').click()
  await composeOf(page).size.fill('640x480')
  await composeOf(page).size.press('Tab')
  await generate(page, { prompt: 'At once', mode: 'Direct' })
  await expect(galleryOf(page).tile('At once', 1, 1, 'saved')).toBeVisible()

  expect(service.accepted.map(({ body }) => body)).toEqual([
    { model: 'painter-1', prompt: 'In the background', async: true },
    { model: 'painter-1', prompt: 'At once', size: '640x480', n: 1 },
  ])
  expect(service.posts).toBe(2)
})

const prompts = ['fox in snow', 'fox in rain', 'hare in snow', 'hare in rain'].map(
  (words) => `A ${words} {f|8}`,
)

test('a prompt that stands for four is counted and sent as four, and reusing one of them fills the form with it', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await reconnect(app, service)
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

test('an extra field is typed by keyboard, sent digit by digit, shown with the image and reused', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  const { keyboard } = page
  await reconnect(app, { url: service.url, key: service.key, price: 2 })
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
  await reconnect(app, service)
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
  // While the table is still being read, the keys do nothing.
  await expect(tableOf(page).button('Queue 4 rows')).toBeEnabled()
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => service.accepted.length).toBe(4)
  expect(service.accepted.map(({ text }) => text).toSorted()).toEqual([
    '{"model":"painter-1","prompt":"a goose","async":true,"quality":[[[1]]]}',
    '{"model":"painter-1","prompt":"a grebe","async":true,"quality":1.50}',
    '{"model":"painter-1","prompt":"a heron","async":true,"quality":"low"}',
    '{"model":"painter-1","prompt":"a wren","async":true,"quality":"high"}',
  ])
  // The next test begins with nothing under way.
  const saved = galleryOf(page).region.getByRole('option', { name: /^a (wren|heron|grebe|goose), .* saved$/ })
  await expect(saved).toHaveCount(4)
})

test('the details of an image show the very request the service received, and copy it', async ({
  app,
  serve,
}) => {
  const { page, electron } = app
  const key = 'sk-live-of-this-test'
  const service = await serve({ key })
  await reconnect(app, { url: service.url, key })
  const typed = `it's "red" $(id) \`id\` \n second line`
  await generate(page, { prompt: typed, images: 2, mode: 'Direct' })
  const tiles = galleryOf(page).region.getByRole('option', { name: /image 1 of 2, saved$/ })
  await tiles.click()
  await page.keyboard.press('i')
  const [post] = service.accepted
  if (post === undefined) throw new Error('nothing was accepted')

  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'What was sent' }).press('Enter')
  await expect(details.getByRole('region', { name: 'Request' })).toContainText(post.text)
  await expect(details.getByRole('region', { name: 'Request' })).toContainText(
    `POST ${service.url}/api/v1/images/generations`,
  )
  await expect(details.getByRole('region', { name: 'Answer, HTTP status 200' })).toContainText(
    `${service.url}/files/image-1.png`,
  )

  const copied = () => electron.evaluate(({ clipboard }) => clipboard.readText())
  await details.getByRole('button', { name: 'Copy as curl for Bash' }).press('Enter')
  await expect(details.getByRole('button', { name: 'Copied as curl for Bash' })).toBeVisible()
  const command = await copied()
  expect(command).not.toContain(key)
  expect(runCurl(command, key)).toMatchObject({
    url: `${service.url}/api/v1/images/generations`,
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': post.idempotencyKey },
    body: post.text,
  })
  await details.getByRole('button', { name: 'Copy as JSON' }).press('Enter')
  await expect(details.getByRole('button', { name: 'Copied as JSON' })).toBeVisible()
  expect(JSON.parse(await copied())).toMatchObject({
    request: { body: JSON.parse(post.text) },
    answer: { status: 200, body: { data: [{}, {}] } },
  })
  expect(service.posts).toBe(1)
})

test('the details of a failed request show what was sent and the service’s own answer', async ({
  app,
  serve,
}) => {
  const { page } = app
  const key = 'sk-live-of-this-test'
  const service = await serve({ key, echo: true })
  await reconnect(app, { url: service.url, key })
  await generate(page, { prompt: 'A red door' })
  const queue = queueOf(page)
  await expect(queue.region.getByRole('region', { name: 'Failed 1' })).toBeVisible()
  await queue.button('Details').click()
  await queue.button('What was sent').click()
  await expect(queue.region.getByRole('region', { name: 'Request' })).toContainText('"prompt":"A red door"')
  const answer = queue.region.getByRole('region', { name: 'Answer, HTTP status 400' })
  await expect(answer).toContainText('You sent Bearer [key]')
  await expect(queue.region).not.toContainText(key)
})
