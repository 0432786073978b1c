import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { walkByFocus } from './fixtures/focus'
import type { Profile } from './fixtures/profile'
import { queueOf, tableOf } from './fixtures/regions'
import { generateByKeys, tryDemo } from './fixtures/steps'

const lanterns = 'A lantern in the snow'

const test = testOnOneApp(async ({ page, ask }) => {
  await tryDemo(page)
  await ask('queue.pause', null)
})

/** By keyboard alone, in a paused queue with nothing in it. */
async function openPaused({ page, ask }: RunningApp) {
  await ask('queue.cancelWaiting', null)
  await page.reload()
  const { keyboard } = page
  const queue = queueOf(page)
  await expect(queue.resume).toBeVisible()
  await queue.resume.focus()
  const walk = await walkByFocus(page)
  const press = (wanted: Parameters<typeof walk.reach>[0]) => async () => {
    await walk.reach(wanted)
    await keyboard.press('Enter')
  }
  const order = (images: number) => generateByKeys(page, walk.reach, { prompt: lanterns, images })
  return { ...walk, keyboard, queue, press, order }
}

const waitingIn = ({ page }: RunningApp, count: number) =>
  expect(queueOf(page).region.getByRole('region', { name: `Waiting ${count}` })).toBeVisible()

const nothingSent = async (profile: Profile) => expect(await demoPosts(profile)).toEqual([])

test('200 requests by keyboard alone: cancelled, undone, cancelled, one queued anew, undone: 199 come back', async ({
  app,
  profile,
}) => {
  const { page } = app
  const { step, reach, keyboard, queue, press, order } = await openPaused(app)
  const told = (text: string | RegExp) => expect(page.getByRole('status').getByText(text)).toBeVisible()

  await step('200 queued', async () => {
    await order(200)
    await press(page.getByRole('dialog').getByRole('button', { name: 'Queue 200 requests' }))()
    await waitingIn(app, 200)
  })
  const cancel = press(queue.region.getByRole('button', { name: 'Cancel batch' }))
  await step('cancelled', async () => {
    await cancel()
    await told('200 requests cancelled, nothing was sent')
    await expect(queue.region.getByRole('region', { name: /^Waiting/ })).toHaveCount(0)
  })
  await step('undone', async () => {
    await keyboard.press('ControlOrMeta+Z')
    await told('200 requests wait again')
    await waitingIn(app, 200)
  })
  await step('cancelled again, by redo', async () => {
    await keyboard.press('ControlOrMeta+Shift+Z')
    await told('200 requests cancelled again')
    await expect(queue.region.getByRole('region', { name: /^Waiting/ })).toHaveCount(0)
  })
  await step('one queued anew', async () => {
    await order(1)
    await told(/^1 queued in/)
    await waitingIn(app, 1)
  })
  await step('undone: 199 come back, and it is said', async () => {
    await reach(queue.resume)
    await keyboard.press('ControlOrMeta+Z')
    await told('199 requests wait again; 1 was queued anew or has changed, and stays out')
    await waitingIn(app, 200)
  })
  await nothingSent(profile)

  await step('a press of Undo after a second cancel, in place of its key', async () => {
    await press(queue.region.getByRole('button', { name: 'Cancel everything' }))()
    await told('200 requests cancelled, nothing was sent')
    await press(page.getByRole('status').getByRole('button', { name: 'Undo' }))()
    await told('200 requests wait again')
    await waitingIn(app, 200)
  })
  await nothingSent(profile)
})

test('twenty undos at once take back the actions in order; a table keeps its keys, a reload forgets', async ({
  app,
  profile,
}) => {
  const { page } = app
  const { reach, keyboard, queue, press, order } = await openPaused(app)
  const waiting = queue.region.getByRole('region', { name: /^Waiting/ })
  await order(3)
  await waitingIn(app, 3)
  await press(queue.region.getByRole('button', { name: 'Cancel batch' }))()
  await expect(waiting).toHaveCount(0)

  const rows = join(profile.folder, 'rows.csv')
  await writeFile(rows, 'prompt\na chair\na lamp')
  await app.answerOpenDialogs(rows)
  await keyboard.press('ControlOrMeta+o')
  await expect(tableOf(page).focusedCell).toHaveText('a chair')
  await keyboard.type('a stool')
  await keyboard.press('Enter')
  for (let presses = 0; presses < 3; presses++) await keyboard.press('ControlOrMeta+Z')
  await expect(tableOf(page).focusedCell).toHaveText('a chair')
  await keyboard.press('ControlOrMeta+Shift+Z')
  await expect(tableOf(page).focusedCell).toHaveText('a stool')
  await keyboard.press('Escape')
  await expect(tableOf(page).dialog).toBeHidden()
  await expect(waiting).toHaveCount(0)

  await reach(queue.resume)
  for (let presses = 0; presses < 20; presses++) await keyboard.press('ControlOrMeta+Z')
  await waitingIn(app, 3)
  await keyboard.press('ControlOrMeta+Shift+Z')
  await expect(waiting).toHaveCount(0)
  await page.reload()
  await expect(queue.resume).toBeVisible()
  await queue.resume.focus()
  await keyboard.press('ControlOrMeta+Z')
  await keyboard.press('ControlOrMeta+Shift+Z')
  await expect(waiting).toHaveCount(0)
  await nothingSent(profile)
})
