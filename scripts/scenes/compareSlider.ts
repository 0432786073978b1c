import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

/** Two images one over the other, with a divider. */
const compareSlider: Scene = {
  name: 'compareSlider',
  demo: { taskMs: 200, slots: 8 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'A lighthouse on a basalt cliff at first light', 2)
    await seeImages(page, 2)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('c')
    await page.locator('[role=dialog] [data-shows*="//image/"]').nth(1).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('slider', { name: 'Divider' }).waitFor()
    await page.keyboard.press('Shift+ArrowRight')
  },
}

export default compareSlider
