import { expect, testOnOneApp } from './fixtures/app'
import { askForDevices, attachWebview, download, navigate } from './fixtures/attempts'
import { firstRunOf } from './fixtures/regions'

const test = testOnOneApp()

test.beforeEach(async ({ app }) => {
  await expect(firstRunOf(app.page).demo).toBeVisible()
})

test('no webview can be attached, even by a page that may have one', async ({ app }) => {
  expect(await attachWebview(app)).toEqual({ prevented: true, guests: 0 })
  const own = await app.page.evaluate(() => {
    const element = document.createElement('webview')
    document.body.append(element)
    const isKnown = 'getWebContentsId' in element
    element.remove()
    return isKnown
  })
  expect(own).toBe(false)
})

test('no device is found, and no device chooser opens', async ({ app }) => {
  expect(await askForDevices(app)).toEqual({ results: Array(8).fill(0), chosen: [] })
})

test('nothing is downloaded', async ({ app }) => {
  expect(await download(app)).toEqual([
    { url: 'blob', prevented: true },
    { url: 'app', prevented: true },
  ])
})

// Last: Playwright would wait for the end of what was prevented.
test('the page can’t navigate, neither within the app nor outside', async ({ app }) => {
  for (const url of [
    'https://example.com/',
    'http://127.0.0.1:1/',
    'app://cyanotype/assets/other.html',
    'app://elsewhere/',
    'cyanotype://image/1',
  ]) {
    expect(await navigate(app, url), url).toEqual({ prevented: true, at: 'app://cyanotype/' })
  }
})
