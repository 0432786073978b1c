import { expect, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { galleryOf, queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

test('a connection paused in Settings sends nothing, after a restart too, until it is resumed in the queue', async ({
  launch,
  profile,
}) => {
  const first = await launch(profile)
  await tryDemo(first.page)
  await first.page.getByRole('button', { name: 'Settings', exact: true }).click()
  await first.page.getByRole('button', { name: 'Pause Demo' }).click()
  await first.page.getByRole('button', { name: 'Close' }).click()
  await generate(first.page, { prompt: 'A kite over dunes', images: 2 })
  await expect(queueOf(first.page).region.getByRole('region', { name: 'Waiting 2' })).toBeVisible()
  await expect(queueOf(first.page).region.getByText('Demo is paused: nothing is sent to it')).toBeVisible()
  await first.quit()

  const { page } = await launch(profile)
  await expect(queueOf(page).region.getByText('Demo is paused: nothing is sent to it')).toBeVisible()
  expect(await demoPosts(profile)).toEqual([])
  await queueOf(page).button('Resume Demo').click()
  await expect(galleryOf(page).tiles('A kite over dunes', 'saved')).toHaveCount(2)
  expect(await demoPosts(profile)).toHaveLength(2)
})
