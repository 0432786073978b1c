import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { galleryOf, queueOf } from './fixtures/regions'
import type { ScriptedService } from './fixtures/scriptedService'
import { reconnect } from './fixtures/steps'

const test = testOnOneApp()

const pageUrl = 'https://studio.example/history'

/** The service drops every other request, so that three in a row never hold the connection. */
const dropsEveryOther = (until: number) => (before: number) => before < until && before % 2 === 0

/** Sends each prompt on its own, one after another. */
async function send(app: RunningApp, service: ScriptedService, prompts: readonly string[]): Promise<void> {
  const id = await reconnect(app, service, { pageUrl, directSlots: 1 })
  for (const prompt of prompts) {
    await app.ask('jobs.enqueue', {
      connectionId: id,
      draft: { prompt, model: 'painter-1', size: '', n: 1, mode: 'direct', image: [] },
      first: false,
    })
  }
}

/** Every other prompt is one that is dropped. */
const ferns = (count: number) => Array.from({ length: count }, (_, at) => [`fern ${at}`, `moss ${at}`]).flat()

/** What the app asks the system's browser to open, without opening it. */
async function watchBrowser({ electron }: RunningApp): Promise<() => Promise<readonly string[]>> {
  await electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => electron.evaluate(() => Reflect.get(globalThis, 'opened'))
}

test('a request without an answer is settled, sent again under its id, or looked up on the service’s page', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', drops: dropsEveryOther(4) })
  const opened = await watchBrowser(app)
  await send(app, service, ferns(2))
  const queue = queueOf(app.page)
  const row = (prompt: string) => queue.region.getByRole('group', { name: prompt, exact: true })
  const choose = async (name: string, action: string) => {
    await queue.button(`More for ${name}`).click()
    await app.page.getByRole('menuitem', { name: action }).click()
  }
  await expect(queue.region.getByRole('region', { name: 'Needs you 2' })).toBeVisible()
  await choose('fern 0 and 1 like it', 'Show them')
  await expect(row('fern 0')).toContainText('No answer came. The service may have made this.')

  await choose('fern 0', 'Open the service’s page')
  await expect.poll(opened).toEqual([pageUrl])
  expect(service.posts).toBe(4)

  await row('fern 0').getByRole('button', { name: 'Leave as it is' }).click()
  await expect(row('fern 0')).toContainText('Left as it is; it may have been billed')
  expect(service.posts).toBe(4)

  await row('fern 1').getByRole('button', { name: 'Send again, may be billed again' }).click()
  const question = app.page.getByRole('dialog', { name: 'Send this request again?' })
  expect(service.posts).toBe(4)
  await question.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(galleryOf(app.page).tile('fern 1', 1, 1, 'saved')).toBeVisible()
  await expect(queue.region.getByRole('region', { name: /^Needs you/ })).toHaveCount(0)
  expect(service.posts).toBe(5)
  const [, second] = service.dropped
  expect(service.accepted.at(-1)).toEqual(second)
})

test('eight requests of one outage are one line: looked up once, sent again once each, after one question', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', drops: dropsEveryOther(16) })
  const opened = await watchBrowser(app)
  const before = (await profile.libraryImages()).length
  await send(app, service, ferns(8))
  const queue = queueOf(app.page)
  await expect(queue.region.getByText('and 7 like it')).toBeVisible()

  await queue.button('More for fern 0 and 7 like it').click()
  await app.page.getByRole('menuitem', { name: 'Open the service’s page' }).click()
  await expect.poll(opened).toEqual([pageUrl])

  await queue.button('Send 8 again, may be billed again').click()
  const question = app.page.getByRole('dialog', { name: 'Send 8 requests again?' })
  await expect(question).toContainText('up to 8')
  expect(service.posts).toBe(16)
  await question.getByRole('button', { name: 'Send 8 again' }).click()
  await expect.poll(() => profile.libraryImages()).toHaveLength(before + 16)
  expect(service.posts).toBe(24)
  const key = ({ idempotencyKey }: { readonly idempotencyKey: string | null }) => idempotencyKey
  expect(service.accepted.slice(8).map(key).toSorted()).toEqual(service.dropped.map(key).toSorted())
})

test('eight requests of one outage are settled together and need the user again by Undo; nothing is sent', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', drops: dropsEveryOther(16) })
  await send(app, service, ferns(8))
  const queue = queueOf(app.page)
  await queue.button('Leave 8 as they are').click()
  await expect(queue.region.getByRole('region', { name: /^Needs you/ })).toHaveCount(0)
  await expect(queue.region.getByText('Left as it is; it may have been billed')).toHaveCount(8)
  await app.page.keyboard.press('ControlOrMeta+Z')
  await expect(app.page.getByText('8 requests need you again')).toBeVisible()
  await expect(queue.region.getByRole('region', { name: 'Needs you 8' })).toBeVisible()
  expect(service.posts).toBe(16)
})
