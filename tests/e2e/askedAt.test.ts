import { expect, showWindow, test } from './fixtures/app'
import { connectionDialogOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

test('a service that names a task by a word alone, and is asked for it elsewhere: its image arrives, and the path is shown', async ({
  launch,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', tasksAt: '/v1/tasks' })
  const app = await launch(profile)
  const { page } = app
  await connect(app, service)
  await generate(page, { prompt: 'A fern' })
  await expect.poll(() => service.posts).toBe(1)
  // The search for the address takes a minute, for which a ring would turn.
  await showWindow(app, false)
  await expect.poll(() => profile.libraryImages()).toHaveLength(1)
  await showWindow(app, true)
  expect(service.posts).toBe(1)

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Studio' }).click()
  const form = connectionDialogOf(page)
  await form.advanced.click()
  await expect(form.taskPath).toHaveValue('/v1/tasks/{id}')
  await expect(form.dialog.getByText(/^Cyanotype found this path\./)).toBeVisible()

  // The next one is asked for there at once.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await generate(page, { prompt: 'A moss' })
  await expect.poll(() => profile.libraryImages()).toHaveLength(2)
  expect(service.posts).toBe(2)
})
