import type { Page } from '@playwright/test'
import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from './fixtures/app'
import { letWordsPass } from './fixtures/passingWords'
import { batchOf, composeOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

/** What has the focus, as a user would name it; `the page` if nothing has. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'the page'
    const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? ''
    return name.trim() === '' ? activeElement.tagName.toLowerCase() : name.trim()
  })
}

test('the queue is one Tab stop, with every row and action reachable by the arrow keys', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo: { taskMs: 3_600_000, spread: 0, slots: 2 } })
  const { page } = app
  await tryDemo(page)
  await page.keyboard.press('ControlOrMeta+.')
  await expect(queueOf(page).resume).toBeVisible()
  await generate(page, { prompt: 'Fern' })
  await generate(page, { prompt: 'Moss', images: 3 })
  const { region, button, pause, resume } = queueOf(page)
  await expect(button('More for Moss')).toBeVisible()
  await letWordsPass(page)
  await expect(page.getByRole('status').getByRole('button', { name: 'Cancel batch' })).toHaveCount(0)

  const inQueue = page.locator('[aria-label="Queue"] :focus')
  await composeOf(page).prompt.focus()
  const stops: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if ((await inQueue.count()) > 0) stops.push(await focused(page))
    else if (stops.length > 0) break
  }
  expect(stops).toEqual(['Fern'])

  await page.keyboard.press('Shift+Tab')
  await expect(region.getByRole('group', { name: 'Fern' })).toBeFocused()
  const walk = async (...keys: readonly string[]) => {
    const names: string[] = []
    for (const key of keys) {
      await page.keyboard.press(key)
      names.push(await focused(page))
    }
    return names
  }
  expect(
    await walk('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowRight'),
  ).toEqual(['Cancel batch', 'More for Fern', 'More for Fern', 'Cancel batch', 'Moss', 'Cancel batch'])
  expect(await walk('ArrowRight', 'ArrowRight', 'Enter')).toEqual([
    'More for Moss',
    'Show the requests of Moss',
    'Hide the requests of Moss',
  ])
  const requests = region.getByRole('list', { name: 'Waiting requests of Moss' })
  await expect(requests.getByRole('group')).toHaveCount(3)
  expect(await walk('ArrowDown', 'ArrowRight', 'Home', 'End')).toEqual([
    'Moss',
    'More for Moss',
    'Batches',
    'Moss',
  ])
  // The order of the stops stays the same.
  await page.keyboard.press('Alt+ArrowUp')
  await expect(region.getByRole('status')).toHaveText('“Moss” is now number 2 of 3 in its batch')
  expect(await walk('Home', 'ArrowRight')).toEqual(['Batches', 'Resume queue'])
  await expect(resume).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pause).toBeFocused()
})

test('the focus stays near when the pressed button goes away', async ({ launch, profile, serve }) => {
  const service = await serve({ key: 'sk-1', drops: (before) => before < 3 })
  const app = await launch(profile, { demo: { taskMs: 3_600_000, spread: 0, slots: 2 } })
  const { page, ask } = app
  await tryDemo(page)
  const { region, button, pause } = queueOf(page)
  const draft = { ...connectionDefaults, name: 'Studio', baseUrl: service.url, models: ['painter-1'] }
  const { id } = await ask('connections.save', { id: null, draft, apiKey: service.key })
  await ask('jobs.enqueue', {
    connectionId: id,
    draft: { prompt: 'Reed', model: 'painter-1', size: '', n: 5, mode: 'background', image: [] },
    first: false,
  })
  const resume = page.getByRole('status').getByRole('button', { name: 'Resume', exact: true })
  await expect(resume).toBeVisible()
  const counts = async () => (await ask('queue.overview', { limit: 9 })).counts
  await expect.poll(counts).toMatchObject({ needsYou: 3, running: 0, waiting: 2 })
  // It goes back to the row it came from, which then leaves too, because waiting jobs are sent.
  await button('Cancel batch').focus()
  await resume.focus()
  await page.keyboard.press('Enter')
  await expect.poll(counts).toMatchObject({ running: 0, waiting: 0, finished: 2 })
  await expect(button('Cancel batch')).toBeHidden()
  expect(await focused(page)).not.toBe('the page')

  await pause.click()
  await generate(page, { prompt: 'Moss', images: 3 })
  await button('More for Moss').click()
  await page.getByRole('menuitem', { name: 'Show this batch' }).click()
  const card = batchOf(page)
  for (const chip of [card.region, galleryOf(page).region]) {
    await expect(card.region).toBeVisible()
    const all = chip.getByRole('button', { name: 'Show all batches' }).first()
    await all.focus()
    await page.keyboard.press('Enter')
    await expect(card.region).toBeHidden()
    await expect(button('More for Moss')).toBeVisible()
    expect(await focused(page)).not.toBe('the page')
    await button('More for Moss').click()
    await page.getByRole('menuitem', { name: 'Show this batch' }).click()
  }
  await card.button('Cancel batch').focus()
  await page.keyboard.press('Enter')
  await expect(card.button('Cancel batch')).toBeHidden()
  expect(await focused(page)).not.toBe('the page')
  await expect(region.locator(':focus')).toHaveCount(1)
})
