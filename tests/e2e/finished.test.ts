import { expect, test } from './fixtures/app'
import { queueOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'

const subjects = ['harbour', 'greenhouse', 'salt flat', 'tram stop', 'paper crane']

test('two hundred finished requests of five batches are five rows, read and opened by keyboard', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo: { taskMs: 3_600_000, spread: 0, slots: 2 } })
  const { page, ask } = app
  await tryDemo(page)
  await ask('queue.pause', null)
  const [connection] = (await ask('app.snapshot', null)).connections
  for (const subject of subjects) {
    await ask('jobs.enqueue', {
      connectionId: connection?.id ?? '',
      draft: {
        prompt: `A quiet ${subject} in {oil|ink|chalk|gouache}, {noon|dusk}`,
        model: 'demo-1',
        size: '',
        n: 5,
        mode: 'background',
        image: [],
      },
      first: false,
    })
  }
  await ask('queue.cancelWaiting', null)

  const { region } = queueOf(page)
  const finished = region.getByRole('region', { name: 'Finished 200' })
  await expect(finished.getByRole('listitem')).toHaveCount(5)
  await expect(finished.getByText('40 cancelled')).toHaveCount(5)
  await expect(finished.getByText('and 39 more')).toHaveCount(5)

  const row = finished.getByRole('group', { name: 'A quiet tram stop in oil, noon', exact: true }).first()
  await row.focus()
  await page.keyboard.press('Enter')
  const requests = finished.getByRole('list', { name: /^Finished requests of A quiet tram stop/ })
  await expect(requests.getByText('gouache, dusk').first()).toBeVisible()
  await expect(row).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Reuse' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(requests.locator(':focus')).toHaveCount(1)

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Show this batch' }).focus()
  await page.keyboard.press('Enter')
  await expect(region.getByRole('region', { name: 'Finished 40' })).toBeVisible()
})
