import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

/** Three tries of a prompt side by side; one was kept, another rated. */
const compare: Scene = {
  name: 'compare',
  demo: { taskMs: 200, slots: 8 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'An isometric greenhouse, {wool, noon|glass, dusk|paper, dawn}, cold light')
    await seeImages(page, 3)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('c')
    await page.locator('[role=dialog] [data-shows*="//image/"]').nth(2).waitFor()
    await page.keyboard.press('p')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('4')
  },
}

export default compare
