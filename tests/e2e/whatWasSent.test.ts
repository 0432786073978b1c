import { runCurl } from '../support/printingCurl'
import { expect, testOnOneApp } from './fixtures/app'
import { galleryOf, queueOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'

const test = testOnOneApp()

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
  await details.getByRole('button', { name: 'Copy as curl' }).press('Enter')
  await expect(details.getByRole('button', { name: 'Copied as curl' })).toBeVisible()
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
  await expect(queue.region.getByRole('region', { name: 'Finished 1' })).toBeVisible()
  await queue.button('Details').click()
  await queue.button('What was sent').click()
  await expect(queue.region.getByRole('region', { name: 'Request' })).toContainText('"prompt":"A red door"')
  const answer = queue.region.getByRole('region', { name: 'Answer, HTTP status 400' })
  await expect(answer).toContainText('You sent Bearer [key]')
  await expect(queue.region).not.toContainText(key)
})
