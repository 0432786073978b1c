import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { queueOf } from './fixtures/regions'
import { reconnect } from './fixtures/steps'
import { testPng } from './fixtures/testPng'

const test = testOnOneApp()

/** A service whose image stands where nobody looks. */
async function hidingService() {
  const posts: string[] = []
  const server = createServer((request, response) => {
    const host = `http://${request.headers.host}`
    if (request.method === 'POST') {
      posts.push(request.url ?? '')
      response.end(JSON.stringify({ zork: { quux: [`${host}/files/1.png`, `${host}/files/2.png`] } }))
    } else response.end(testPng(Number(/(\d)\.png$/.exec(request.url ?? '')?.[1] ?? 0)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, key: 'sk-1', posts, close: () => server.close() }
}

async function show(app: RunningApp, theme: 'dark' | 'light'): Promise<void> {
  await app.ask('preferences.change', { theme })
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', theme)
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) await app.page.screenshot({ path: `${folder}/found-${theme}.png` })
}

test('what is found in an answer is looked at and taken by keyboard', async ({ app }) => {
  const service = await hidingService()
  const { page, ask } = app
  await page.setViewportSize({ width: 1280, height: 800 })
  const connectionId = await reconnect(app, service)
  const draft = { prompt: 'a lighthouse', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  await ask('jobs.enqueue', { connectionId, draft, first: false })

  const queue = queueOf(page)
  const row = queue.region.getByRole('group', { name: 'a lighthouse', exact: true })
  await expect(row).toContainText('Found in the answer: is this it?')
  const found = row.getByRole('list', { name: 'Found in the answer' })
  await expect(found.getByRole('listitem')).toHaveCount(2)
  const picture = found.getByRole('button', { name: 'Look at found image 1' })
  await expect
    .poll(() => picture.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0)
  await show(app, 'light')
  await show(app, 'dark')

  await picture.press('Enter')
  const look = page.getByRole('dialog', { name: 'Found image 1' })
  await expect(look.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(look).toBeHidden()
  await found.getByRole('button', { name: /^No, found image 2/ }).press('Enter')
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await found.getByRole('button', { name: /^Yes, found image 1/ }).press('Enter')
  await expect
    .poll(async () => (await ask('queue.overview', { limit: 5 })).finished[0])
    .toMatchObject({ state: 'done', saved: 1 })
  expect(service.posts).toHaveLength(1)
  service.close()
})

test('an image in a field that nobody knows is taught by two presses, and the next one needs none', async ({
  app,
}) => {
  const service = await hidingService()
  const { page, ask } = app
  const connectionId = await reconnect(app, service)
  const order = async (prompt: string) => {
    const draft = { prompt, model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
    await ask('jobs.enqueue', { connectionId, draft, first: false })
  }
  const newest = async () => (await ask('queue.overview', { limit: 5 })).finished[0]

  await order('a lighthouse')
  const row = queueOf(page).region.getByRole('group', { name: 'a lighthouse', exact: true })
  await expect(row).toContainText('Found in the answer: is this it?')
  await row.getByRole('button', { name: 'More for a lighthouse' }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await row.getByRole('button', { name: 'What was sent' }).click()
  const answer = page.getByRole('region', { name: 'Answer, HTTP status 200' })
  await answer.getByRole('button', { name: /files\/1\.png/ }).click()
  await page.getByRole('menuitem', { name: 'This is the image' }).click()
  await expect.poll(newest).toMatchObject({ state: 'done', request: { prompt: 'a lighthouse' } })

  await order('a harbour')
  await expect.poll(newest).toMatchObject({ state: 'done', request: { prompt: 'a harbour' } })
  expect(service.posts).toHaveLength(2)
  service.close()
})
