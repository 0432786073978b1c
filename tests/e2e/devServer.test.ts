import { contentPolicy } from '../../electron/shell/contentPolicy'
import { expect, test } from './fixtures/app'
import { runScript } from './fixtures/attempts'
import { type DevServer, startDevServer } from './fixtures/devServer'
import { firstRunOf } from './fixtures/regions'

test.describe('with the dev server', () => {
  let server: DevServer

  test.beforeAll(async () => {
    server = await startDevServer()
  })

  test.afterAll(async () => {
    await server.vite.close()
  })

  test('the page has the app’s own policy, except for the script that hot reload begins with', async ({
    launch,
    profile,
  }) => {
    const app = await launch(profile, { env: { ELECTRON_RENDERER_URL: server.url } })
    const { page } = app
    expect(new URL(page.url()).origin).toBe(new URL(server.url).origin)
    // Requested from here: the page's own second request may be answered as unchanged, without the header.
    const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
    const [nonce = ''] = /(?<='nonce-)[^']{16,}(?=')/.exec(policy) ?? []
    const built = contentPolicy({ nonce })
    expect(policy).toBe(built.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`))
    expect(policy).not.toContain('unsafe')

    // With it the page works, and looks as it should.
    await expect(firstRunOf(page).demo).toBeVisible()
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await background()).not.toBe('rgba(0, 0, 0, 0)')
    expect(app.problems).toEqual([])

    expect(await runScript(app)).toBe(false)
    await expect.poll(() => app.problems.length).toBe(1)
    app.problems.length = 0
  })

  test('changes reach the page without a reload', async ({ launch, profile }) => {
    const { page } = await launch(profile, { env: { ELECTRON_RENDERER_URL: server.url } })
    await expect(firstRunOf(page).demo).toBeVisible()
    await expect.poll(() => server.vite.ws.clients.size).toBe(1)
    await page.evaluate(() => {
      document.title = 'The same page'
    })
    const style = await server.vite.moduleGraph.getModuleByUrl('/styles/main.css')
    if (style === undefined) throw new Error('The page has no styles')
    const fetched = page.waitForResponse((response) => response.url().includes('/styles/main.css?t='))
    await server.vite.reloadModule(style)
    expect((await fetched).ok()).toBe(true)
    expect(await page.title()).toBe('The same page')
  })
})
