import { expect, testOnOneApp } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'

const test = testOnOneApp()

test('the system reports a finished batch while the window is away, and a click brings the window back', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', holdDirect: true })
  await reconnect(app, service)
  const shown = await app.electron.evaluateHandle(({ Notification }) => {
    const notifications: Electron.Notification[] = []
    Notification.isSupported = () => true
    Notification.prototype.show = function keep() {
      notifications.push(this)
    }
    return notifications
  })
  await generate(app.page, { prompt: 'Three bells', images: 3, mode: 'Direct' })
  const window = await app.electron.browserWindow(app.page)
  await window.evaluate((away) => away.hide())
  service.release()
  await expect.poll(() => shown.evaluate((all) => all.map(({ body }) => body))).toEqual(['3 images saved'])

  await shown.evaluate(([first]) => first?.emit('click'))
  await expect.poll(() => window.evaluate((back) => back.isVisible())).toBe(true)
  await expect(galleryOf(app.page).tiles('Three bells', 'saved')).toHaveCount(3)
})

test('the system reports nothing while the user looks at the window', async ({ app, serve }) => {
  await reconnect(app, await serve({ key: 'sk-1' }))
  const shown = await app.electron.evaluateHandle(({ BrowserWindow, Notification }) => {
    const titles: string[] = []
    Notification.isSupported = () => true
    Notification.prototype.show = function keep() {
      titles.push(this.title)
    }
    const [window] = BrowserWindow.getAllWindows()
    if (window) window.isFocused = () => true
    return titles
  })
  await generate(app.page, { prompt: 'One bell', mode: 'Direct' })
  await expect(galleryOf(app.page).tile('One bell', 1, 1, 'saved')).toBeVisible()
  await expect.poll(async () => (await app.ask('queue.overview', { limit: 1 })).counts.finished).toBe(1)
  expect(await shown.jsonValue()).toEqual([])
})
