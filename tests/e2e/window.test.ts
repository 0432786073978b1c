import { expect, type RunningApp, test } from './fixtures/app'
import { firstRunOf } from './fixtures/regions'

const windowOf = ({ electron, page }: RunningApp) => electron.browserWindow(page)

test('a window is 1280 by 800 at first and returns as it was left', async ({ launch, profile }) => {
  const first = await launch(profile)
  await expect(firstRunOf(first.page).demo).toBeVisible()
  const frame = await windowOf(first)
  const { width, height } = await frame.evaluate((shown) => shown.getBounds())
  expect({ width, height }).toEqual({ width: 1280, height: 800 })
  expect(await frame.evaluate((shown) => shown.getMinimumSize())).toEqual([720, 560])
  await frame.evaluate((shown) => shown.setBounds({ x: 40, y: 60, width: 1000, height: 700 }))
  await expect.poll(() => first.page.evaluate(() => window.innerWidth)).toBe(1000)
  await first.quit()

  const second = await launch(profile)
  const bounds = await (await windowOf(second)).evaluate((shown) => shown.getBounds())
  expect(bounds).toEqual({ x: 40, y: 60, width: 1000, height: 700 })
})
